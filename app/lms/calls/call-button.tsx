import { useRef } from "react";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { givenName, plainName } from "#app/lms/shell/names.tsx";
import { CallButtons } from "#app/ui/calling/call-buttons.tsx";
import type { Lead } from "#contract/leads.ts";
import { withoutExtension } from "#contract/phone.ts";
import { useCallButtonFocus } from "./call-focus.ts";
import { useCall } from "./start-call.tsx";

type CallButtonProps = { lead: Lead; variant?: "solid" | "outline" };

/** Starts a call to this lead when clicked. */
export function CallButton({ lead, variant = "solid" }: CallButtonProps) {
  const { call, press, question } = useCall(lead);
  useMessage("callLead", () => void call({ dials: false }), lead._id);
  const around = useRef<HTMLDivElement>(null);
  useCallButtonFocus(lead._id, around);
  return (
    <div ref={around}>
      <CallButtons
        id={lead._id}
        name={plainName(givenName(lead))}
        dials={withoutExtension(lead.phone)}
        variant={variant}
        onPress={press}
      />
      {question}
    </div>
  );
}
