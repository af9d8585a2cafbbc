// The appointment of a lead's latest booking, on the lead's page and in its timeline.
import { useEffect, useRef, useState } from "react";
import { AppointmentForm } from "#app/lms/calls/appointment-form.tsx";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { useLater } from "#app/lms/shell/load-later.ts";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { Button } from "#app/ui/button.tsx";
import { appointmentWords } from "#content/desk/calls.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { exactText, momentText } from "#contract/moment-text.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
import type { CalendarFile } from "./calendar-file.tsx";

/**
 * Renders nothing if the lead never had an appointment. Asks for it when a call here was booked.
 */
export function Appointment({ detail: { lead, calls } }: { detail: LeadDetail }) {
  const { client, viewAs } = useDesk();
  const { timeZone } = client;
  const [editing, setEditing] = useState<string | null>(null);
  useMessage("leadBooked", ({ callId }) => setEditing(callId), lead._id);
  const booked = calls.find(({ outcome, voidedAt }) => outcome === "booked" && !voidedAt);
  const isEditing = booked !== undefined && booked._id === editing;
  const fact = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEditing) fact.current?.scrollIntoView({ block: "nearest" });
  }, [isEditing]);
  if (!booked || (viewAs && !booked.appointmentAt)) return null;
  const { _id: callId, calledAt, appointmentAt } = booked;
  const { language } = lead;
  const name = plainName(callName(lead));
  return (
    <div ref={fact}>
      <dt>{appointmentWords.name}</dt>
      <dd>
        {isEditing ? (
          <AppointmentForm
            {...{ leadId: lead._id, callId, name, appointmentAt }}
            onDone={() => setEditing(null)}
          />
        ) : (
          <>
            {appointmentAt && (
              <time dateTime={appointmentAt} title={exactText(appointmentAt, timeZone)}>
                {momentText(appointmentAt, { timeZone })}
              </time>
            )}
            {!viewAs && (
              <span>
                {appointmentAt && (
                  <LaterFile booked={{ callId, calledAt, appointmentAt, language }} />
                )}
                <Button variant="quiet" isSmall onClick={() => setEditing(callId)}>
                  {appointmentAt ? appointmentWords.change : appointmentWords.add}
                </Button>
              </span>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function LaterFile(props: Parameters<typeof CalendarFile>[0]) {
  const Loaded = useLater(loadFile);
  return Loaded && <Loaded {...props} />;
}

const loadFile = () => import("./calendar-file.tsx").then((module) => module.CalendarFile);

export function AppointmentSet({ entry, timeZone }: { entry: TimelineEntry; timeZone: string }) {
  const at = entry.data.appointmentAt;
  return <p>{typeof at === "string" ? momentText(at, { timeZone }) : appointmentWords.removed}</p>;
}
