// The form for the date and time of a booked appointment, in the practice's time zone.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { TimeForm } from "#app/ui/calling/time-form.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { appointmentWords } from "#content/desk/calls.ts";
import { english } from "#content/words.ts";
import { timeText } from "#contract/moment-text.ts";

type FormProps = {
  leadId: string;
  callId: string;
  /** The lead's name. */
  name: string;
  /** The appointment's time, or null if there is none yet. */
  appointmentAt: string | null;
  /** Called after saving, or when the form is closed unchanged. */
  onDone: () => void;
};

export function AppointmentForm({ leadId, callId, name, appointmentAt, onDone }: FormProps) {
  const { client } = useDesk();
  const { timeZone } = client;
  const { revalidate } = useRevalidator();
  const now = useNow();
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);

  async function save(at: Date | null) {
    if (isSending) return;
    setIsSending(true);
    setProblem("");
    const param = { id: leadId, callId };
    const json = { appointmentAt: at?.toISOString() ?? null };
    const outcome = await askApi(
      () => api.leads[":id"].calls[":callId"].appointment.$put({ param, json, header: {} }),
      english,
    );
    setIsSending(false);
    if (!outcome.isDone) {
      const { errors, message } = outcome.refusal;
      return setProblem(errors.appointmentAt ?? message);
    }
    const title = at
      ? appointmentWords.saved(name, timeText(at, now, timeZone))
      : appointmentWords.removed;
    showToast({ title, seconds: 5 });
    onDone();
    await revalidate();
  }

  return (
    <TimeForm
      takesTaps
      words={appointmentWords}
      now={now}
      hours={client}
      initial={appointmentAt}
      refusal={problem}
      onPick={(at) => void save(at)}
    >
      {appointmentAt && (
        <Button variant="quiet" isSmall onClick={() => void save(null)}>
          {appointmentWords.remove}
        </Button>
      )}
      <Button variant="quiet" isSmall onClick={onDone}>
        {appointmentWords.skip}
      </Button>
    </TimeForm>
  );
}
