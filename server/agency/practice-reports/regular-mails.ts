// The regular emails to a practice's managers: one for each week, month or day, from whichever
// process runs first.
import { and, eq, isNotNull, isNull, lt, or, type SQL } from "drizzle-orm";
import type { RegularMail } from "#contract/regular-mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { type accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Due } from "#server/desk/clock/mail-times.ts";
import { runBounded } from "#server/http/bounded.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";
import { listManagers } from "#server/people/practice-people.ts";

export type Practice = typeof clients.$inferSelect;
type Manager = typeof accounts.$inferSelect;

/** The data that every regular email has. */
export type Addressed = {
  kind: RegularMail;
  causeKey: string;
  clientId: string;
  accountId: string;
  to: string;
  replyTo?: string;
};

/** Writes one manager's email and its job. */
type Queue = (tx: Transaction, to: Addressed, manager: Manager) => Promise<unknown>;

export type Regular = {
  kind: RegularMail;
  /**
   * The column of `clients` with the first day of the last period that was decided, whether or not
   * an email was sent for it.
   */
  decided: "mondayMailFor" | "monthMailFor" | "yesterdayMailFor";
  due: (now: Date, timeZone: string) => Due | null;
  /** Returns null if there is nothing to report. */
  write: (deps: Deps, practice: Practice, due: Due) => Promise<Queue | null>;
  isWanted: (deps: Deps, due: Due, practice: Practice, manager: Manager) => boolean;
};

/** How many practices are counted at the same time. */
export const atOnce = 2;

/** Runs every 15 minutes. A failure for one practice doesn't affect the others. */
export async function sendRegularMails(
  deps: Deps,
  regular: Regular,
  practices: Practice[],
): Promise<{ failure: unknown }> {
  const outcomes = await runBounded(practices, atOnce, (practice) =>
    sendToPractice(deps, regular, practice).catch(
      (error: unknown) => error ?? new Error("Unknown"),
    ),
  );
  return { failure: outcomes.find((outcome) => outcome !== undefined) };
}

/** Lists the active practices: not demos, and neither pending approval nor suspended. */
export function listPractices({ db }: Pick<Deps, "db">, which?: SQL): Promise<Practice[]> {
  const isActive = and(isRealPractice, isNotNull(clients.approvedAt), isNull(clients.suspendedAt));
  return db.select().from(clients).where(and(isActive, which));
}

async function sendToPractice(deps: Deps, regular: Regular, practice: Practice): Promise<void> {
  const { kind, decided: field } = regular;
  const due = regular.due(deps.now(), practice.timeZone);
  const last = practice[field];
  if (!due || (last && last >= due.firstDay)) return;
  const queue = await regular.write(deps, practice, due);
  await deps.db.transaction(async (tx) => {
    const isUndecided = or(isNull(clients[field]), lt(clients[field], due.firstDay));
    // The row is locked, so a second process finds it already decided.
    const [decided] = await tx
      .update(clients)
      .set({ [field]: due.firstDay })
      .where(and(eq(clients.id, practice.id), isUndecided, isNull(clients.suspendedAt)))
      .returning();
    if (!decided || !queue) return;
    for (const manager of await listManagers({ db: tx }, practice.id)) {
      if (!regular.isWanted(deps, due, decided, manager)) continue;
      const to = {
        ...{ clientId: practice.id, kind, accountId: manager.id, to: manager.email },
        ...{ causeKey: `${kind}:${due.firstDay}:${manager.id}`, replyTo: agencyReplyTo(deps) },
      };
      await queue(tx, to, manager);
    }
  });
}
