// Background jobs, stored in the database and enqueued in the transaction of their cause.
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Transaction } from "#server/db/database.ts";

/**
 * The payload of each job that other code enqueues. The `.jobs.ts` file that runs it has the
 * schema.
 */
export type JobPayloads = {
  "send-mail": { clientId: string; mailId: string };
  "fetch-announced-lead": { platformLeadId: string };
  "backfill-source": SourceKey;
  "check-source": SourceKey;
  "find-silent-sources": Record<string, never>;
  "sweep-unread-submissions": Record<string, never>;
  "answer-registration": { registrationId: string; accountId: string; isKnown: boolean };
  /** A null account means that the email address has no account and nothing is sent. */
  "send-recovery": { recoveryId: string; accountId: string | null };
  "refresh-practice-sort-keys": Record<string, never>;
  "report-new-device": { sessionId: string };
  "notify-unfinished-contact-request": { contactRequestId: string };
  "read-calendar": Record<string, never>;
  /** `sequence`: the booking's sequence. A change to the booking enqueues another job. */
  "remind-of-call": { bookingId: string; sequence: number; step: "day" | "hour" };
  /** Handles everything that is due in the practice. */
  "alert-practice": { clientId: string };
  "send-alert": { clientId: string; messageId: string };
  /** A text from a number that is no lead's, for one device. */
  "push-text": { clientId: string; textId: string; deviceId: string };
  "tell-called": { clientId: string; leadId: string; callId: string };
  /** Handles everything that is due in the practice. */
  "ring-practice": { clientId: string };
  "send-text": { clientId: string; textId: string };
  "look-up-text": { clientId: string; textId: string };
  "answer-missed-call": { clientId: string; callId: string };
  "check-lead-import": { clientId: string; importId: string };
  "run-lead-import": { clientId: string; importId: string };
  "undo-lead-import": { clientId: string; importId: string };
  "delete-discarded-import": { clientId: string; importId: string };
  "fetch-campaign-figures": { clientId: string };
  "fetch-google-figures": { clientId: string };
  /** `place`: 1 for the first new lead of the demo. */
  "add-demo-lead": { clientId: string; place: number };
  "erase-ended-demos": Record<string, never>;
  "prepare-demo-template": Record<string, never>;
  "upload-backups": Record<string, never>;
};

/** In these queues a practice runs at most two jobs at a time, so that others get a worker. */
export const queuesShared: ReadonlySet<string> = new Set<keyof JobPayloads>([
  "check-lead-import",
  "run-lead-import",
  "undo-lead-import",
  "delete-discarded-import",
]);

export type SourceKey = { clientId: string; sourceId: string };

export type Jobs = {
  /**
   * Enqueues the job in the caller's transaction: both are committed, or neither. `startAfter`: a
   * time, or seconds from now.
   */
  enqueue<Name extends keyof JobPayloads>(
    tx: Transaction,
    name: Name,
    payload: JobPayloads[Name],
    options?: { startAfter?: Date | number },
  ): Promise<void>;
  /** Enqueues several jobs in one statement, each with its own start time. */
  enqueueAll<Name extends keyof JobPayloads>(
    tx: Transaction,
    name: Name,
    jobs: { payload: JobPayloads[Name]; startAfter?: Date }[],
  ): Promise<void>;
  /** Runs a failed job once more. */
  retry(tx: Transaction, queue: string, id: string): Promise<void>;
  /** Cancels a job that has not ended. */
  cancel(tx: Transaction, queue: string, id: string): Promise<void>;
};

/**
 * Deletes an erased practice's jobs, finished or pending, because their payloads contain its id.
 */
export async function deleteJobsOf(tx: Transaction, clientIds: string[]): Promise<void> {
  await tx.execute(
    sql`delete from pgboss.job where data ->> 'clientId' = any(${sql.param(clientIds)}::text[])`,
  );
}

/**
 * Checks whether an unfinished job names the row, for a sweep that finds rows whose job was lost.
 */
export function hasJob<Name extends keyof JobPayloads>(
  name: Name,
  key: keyof JobPayloads[Name] & string,
  id: PgColumn,
): SQL {
  return isNamed(name, key, id, sql`and state in ('created', 'retry', 'active')`);
}

/**
 * Like `hasJob`, but an ended job counts, too, for as long as the job store keeps it, even if it
 * failed or was canceled.
 */
export function hadJob<Name extends keyof JobPayloads>(
  name: Name,
  key: keyof JobPayloads[Name] & string,
  id: PgColumn,
): SQL {
  return isNamed(name, key, id, sql``);
}

/**
 * The subquery isn't correlated, because the job store may be on a different machine than the row
 * (db/distribution.ts).
 */
function isNamed(name: string, key: string, id: PgColumn, which: SQL): SQL {
  return sql`${id}::text in (
    select data ->> ${key} from pgboss.job
    where name = ${name} ${which} and data ->> ${key} is not null
  )`;
}
