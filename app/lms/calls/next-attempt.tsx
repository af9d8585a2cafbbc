// Shows a text such as "Attempt 2 of 5, Tue 11:00 am" for a lead that was called but not reached.
import { useMemo } from "react";
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { useNow } from "#app/ui/now.tsx";
import { attemptWords } from "#content/desk/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import { nextAttempt } from "#contract/next-attempt.ts";
import styles from "./next-attempt.module.css";

/** `name`: the lead's name, for screen readers. */
export function NextAttemptLine({ lead, name }: { lead: Lead; name: string }) {
  const { client } = useDesk();
  const now = useNow();
  const plan = useMemo(() => nextAttempt(lead, client), [lead, client]);
  if (!plan) return null;
  if (plan.kind === "done") {
    return (
      <span>
        {attemptWords.made(plan.made)} <ArchiveOffer leadId={lead._id} name={name} />
      </span>
    );
  }
  const { number, of, dueAt } = plan;
  const isDue = dueAt !== null && dueAt <= now;
  return (
    <span className={isDue ? styles.due : undefined} suppressHydrationWarning>
      {attemptWords.next(number, of)}
      {dueAt && isDue && ` ${attemptWords.due}`}
      {dueAt && !isDue && (
        <>
          ,{" "}
          <span className={styles.time} suppressHydrationWarning>
            {timeText(dueAt, now, client.timeZone)}
          </span>
        </>
      )}
    </span>
  );
}

/** Offers to archive a lead for which all attempts were made. */
export function ArchiveOffer({ leadId, name }: { leadId: string; name: string }) {
  const { viewAs } = useDesk();
  const send = useSend();
  if (viewAs) return null;
  return (
    <button
      type="button"
      className={styles.archive}
      onClick={() => send({ type: "archiveLead", leadId })}
    >
      {attemptWords.archive}
      <Hidden> {name}</Hidden>
    </button>
  );
}
