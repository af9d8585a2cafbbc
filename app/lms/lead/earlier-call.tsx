// Logs a call after the fact, if it was made from another phone or wasn't logged at the time.

import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Button } from "#app/ui/button.tsx";
import { useTimeReader } from "#app/ui/calling/time-form.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { useNow } from "#app/ui/now.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { callbackWords, timeFormWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { actionWords } from "#content/desk/lead.ts";
import { outcomes } from "#content/desk/outcomes.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { CallRequest } from "#contract/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { headText, zoneText } from "#contract/moment-text.ts";
import { instantAt, localText } from "#contract/zones.ts";
import styles from "./lead-actions.module.css";

type DialogProps = { lead: Lead; isOpen: boolean; onClose: () => void };

export function EarlierCallDialog({ lead, isOpen, onClose }: DialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={actionWords.logCallTitle}>
      {isOpen && <EarlierCallForm lead={lead} onDone={onClose} />}
    </Dialog>
  );
}

function EarlierCallForm({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const { client } = useDesk();
  const { timeZone } = client;
  const { revalidate } = useRevalidator();
  const now = useNow();
  const [id] = useState(makeId);
  const [outcome, setOutcome] = useState<CallOutcome | "">("");
  const readTime = useTimeReader();
  const [callback, setCallback] = useState("");
  const promisedAt = readTime?.(callback, now, timeZone);
  const form = useForm({
    schema: CallRequest.required({ outcome: true, calledAt: true }),
    read: ({ calledAt = "", callBackAt = "", ...typed }) => ({
      ...typed,
      _id: id,
      calledAt: calledAt ? endOfMinute(asInstant(calledAt, timeZone), now) : undefined,
      // A text that isn't a time is rejected.
      callBackAt: callBackAt ? (promisedAt?.toISOString() ?? callBackAt) : undefined,
    }),
    send: (json) => api.leads[":id"].calls.$post({ param: { id: lead._id }, header: {}, json }),
    onDone() {
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={actionWords.logCallTitle} className={styles.form}>
      <TextField
        name="calledAt"
        label={actionWords.when(zoneText(now, timeZone))}
        type="datetime-local"
        max={localText(now, timeZone)}
        help={actionWords.logCallHint}
        isRequired
      />
      <SelectField
        name="outcome"
        label={actionWords.result}
        options={outcomes.map(({ outcome, name }) => ({ value: outcome, name }))}
        onChange={(event) => {
          setOutcome(event.currentTarget.value as CallOutcome);
          setCallback("");
        }}
        isRequired
      />
      {outcome === "call_back" && (
        <TextField
          name="callBackAt"
          label={actionWords.callbackTime}
          placeholder={timeFormWords.example}
          help={promisedAt ? headText(promisedAt, timeZone) : callbackWords.missing}
          autoComplete="off"
          onInput={(event) => setCallback(event.currentTarget.value)}
          isRequired
        />
      )}
      <FormEnd label={controlWords.save} sendingLabel={controlWords.saving}>
        <Button variant="quiet" onClick={onDone}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

/**
 * Reads a time that was typed in the practice's time zone. Invalid input is returned as it is; the
 * server rejects it.
 */
function asInstant(typed: string, timeZone: string): string {
  return instantAt(typed, timeZone)?.toISOString() ?? typed;
}

/**
 * Rounds a typed minute up to its end, so that the response time never looks shorter than it was.
 */
function endOfMinute(instant: string, now: Date): string {
  const end = new Date(instant).getTime() + 59_999;
  return Number.isNaN(end) ? instant : new Date(Math.min(end, now.getTime())).toISOString();
}
