// The prepared practice that demos are copied from, with weeks of history made by the product's own
// functions. A newer one replaces it, so that a demo's history is always recent.
import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNotNull, isNull, lt } from "drizzle-orm";
import { demoColleagues, demoPractice } from "#content/demo.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients, sources, templates } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { recordCall } from "#server/desk/calls/calls.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { addStarters } from "#server/messages/templates/templates.ts";
import { insertPerson, insertPractice } from "#server/people/accounts.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { storeDays } from "#server/sources/advertising/campaign-days.ts";
import { addCampaign } from "#server/sources/campaigns/campaigns.ts";
import { erasePractice } from "./erase-demos.ts";
import { campaignTurns, makeCampaignFigures } from "./made-campaigns.ts";
import { lastWhileOpen, makeHistory, personAt, seeded } from "./made-history.ts";

const historyDays = 24;
/** How long a template counts as fresh. A schedule renews it four times a day. */
const freshMs = 5 * 60 * minuteMs;
/** How long ago callbacks became due, or how long before the practice closed. */
const dueMinutesAgo = [14, 95];

type Tools = Pick<Deps, "db" | "now" | "config">;

/** Returns the newest finished template, or null if none is ready yet. */
export async function findTemplatePractice({ db }: Pick<Deps, "db">) {
  const [found] = await db
    .select()
    .from(clients)
    .where(and(clients.isDemo, isNull(clients.demoEndsAt), isNotNull(clients.approvedAt)))
    .orderBy(desc(clients.createdAt))
    .limit(1);
  return found ?? null;
}

/** Makes a template unless a fresh one exists, and erases older ones. Tests use fewer days. */
export async function prepareTemplate(deps: Tools, days = historyDays): Promise<void> {
  if (!deps.config.hasDemo) return;
  const isTemplate = and(clients.isDemo, isNull(clients.demoEndsAt));
  const since = new Date(deps.now().getTime() - freshMs);
  const isFresh = and(isTemplate, isNotNull(clients.approvedAt), gt(clients.createdAt, since));
  if ((await deps.db.$count(clients, isFresh)) > 0) return;
  const made = await makeTemplate(deps, days);
  const older = await deps.db
    .select({ id: clients.id })
    .from(clients)
    .where(and(isTemplate, lt(clients.createdAt, made.createdAt)));
  for (const { id } of older) await erasePractice(deps, id);
}

/** Runs one statement at a time, because a template isn't urgent and practices come first. */
async function makeTemplate(deps: Tools, days: number): Promise<{ createdAt: Date }> {
  // No one knows the password. The practice is pending until it is filled.
  const passwordHash = await hashPassword(randomBytes(24).toString("base64url"));
  const { clientId, accountIds } = await deps.db.transaction((tx) =>
    insertDemoPractice(deps, tx, { passwordHash, approvedAt: null, demoEndsAt: null }),
  );
  const manager = { clientId, accountId: accountIds[0] };
  const now = deps.now().getTime();
  const random = seeded(21);
  const campaignIds: string[] = [];
  for (const { impressions, name, platform } of demoPractice.campaigns) {
    const { campaignId } = await addCampaign(deps, { clientId, name, platform });
    const figures = makeCampaignFigures({ now, days, impressions, random });
    const rows = figures.map((day) => ({ ...day, campaignId }));
    await storeDays(deps, deps.db, clientId, rows);
    campaignIds.push(campaignId);
  }
  const { sources: names } = demoPractice;
  const ad = await insertSource(deps, clientId, "meta", names.ad);
  const others: string[] = [];
  for (const name of [names.site, names.profile, names.referral]) {
    others.push(await insertSource(deps, clientId, "form", name));
  }
  const turns = campaignTurns(
    days * 5,
    demoPractice.campaigns.map(({ leads }) => leads),
  );
  let person = 0;
  const originOf = (campaign: number | null) =>
    campaign === null
      ? { sourceId: others[Math.floor(random() ** 2 * others.length)] ?? ad, campaignId: null }
      : { sourceId: ad, campaignId: campaignIds[campaign] ?? null };
  const nextPerson = (submittedAt: number) => ({
    person: { ...personAt(person++), answers: [] },
    submittedAt: new Date(submittedAt),
    receivedAt: new Date(submittedAt + 800),
    ...originOf(turns[person - 1] ?? null),
  });
  const history = makeHistory({ now, days, random }, nextPerson);
  const atDesk = lastWhileOpen(now);
  const agreedAt = lastWhileOpen(atDesk - 2 * dayMs);
  const due = dueMinutesAgo.map((minutesAgo) => ({
    asked: nextPerson(agreedAt - 3 * minuteMs),
    calls: [
      {
        calledAt: new Date(agreedAt),
        outcome: "call_back" as const,
        callBackAt: new Date(atDesk - minutesAgo * minuteMs),
        recordedAt: undefined,
      },
    ],
  }));
  let callsMade = 0;
  for (const { asked, calls } of [...history, ...due]) {
    const { lead } = await deps.db.transaction((tx) =>
      receiveInquiry({ jobs: null }, tx, { clientId, ...asked, isTest: false }),
    );
    for (const { calledAt, recordedAt = calledAt, outcome, callBackAt } of calls) {
      const accountId = accountIds[callsMade++ % accountIds.length] ?? accountIds[0];
      const caller = { clientId, accountId };
      await recordCall({ db: deps.db, jobs: null, now: () => recordedAt }, caller, lead._id, {
        ...{ _id: randomUUID(), outcome, callBackAt: callBackAt.toISOString() },
        ...(recordedAt > calledAt && { calledAt: calledAt.toISOString() }),
      });
    }
  }
  for (const kind of ["note", "email", "auto"] as const) await addStarters(deps, manager, kind);
  // One of them answers at once while the practice is open, the other while it is closed.
  await deps.db
    .update(templates)
    .set({ isActive: true })
    .where(and(eq(templates.clientId, clientId), eq(templates.kind, "auto")));
  const [ready] = await deps.db
    .update(clients)
    .set({ approvedAt: deps.now() })
    .where(eq(clients.id, clientId))
    .returning({ createdAt: clients.createdAt });
  if (!ready) throw new Error("The demo's template is gone");
  return ready;
}

/**
 * Stores the practice of a demo or a template, with the same people in the same order and without
 * data.
 */
export async function insertDemoPractice(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  values: { passwordHash: string; approvedAt: Date | null; demoEndsAt: Date | null },
) {
  const { name, phone, address, city, state, zip, person } = demoPractice;
  const { passwordHash, approvedAt, demoEndsAt } = values;
  const made = await insertPractice(tx, {
    practice: { name, phone, address, address2: "", city, state, zip, adminCode: "" },
    person: { ...person, email: demoEmail() },
    passwordHash,
    approvedAt,
    emailConfirmedAt: deps.now(),
  });
  if (!made) throw new Error("The demo's address is taken");
  await tx
    .update(clients)
    .set({ isDemo: true, demoEndsAt, createdAt: deps.now() })
    .where(eq(clients.id, made.clientId));
  const others = await insertColleagues(deps, tx, made.clientId, passwordHash);
  return { clientId: made.clientId, accountIds: [made.accountId, ...others] as const };
}

async function insertColleagues(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  clientId: string,
  passwordHash: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { role, ...name } of demoColleagues) {
    const person = { ...name, email: demoEmail() };
    const who = { person, role, clientId, passwordHash, emailConfirmedAt: deps.now() };
    const id = await insertPerson(tx, who);
    if (!id) throw new Error("The demo's address is taken");
    ids.push(id);
  }
  return ids;
}

/** The domain `.example` can't receive mail (RFC 2606). */
function demoEmail(): string {
  return `desk-${randomBytes(6).toString("hex")}@palmview.example`;
}

/** Inserts a source without a key or Meta form, so that no lead comes in from outside. */
async function insertSource(
  { db }: Pick<Deps, "db">,
  clientId: string,
  kind: "meta" | "form",
  name: string,
): Promise<string> {
  const [row] = await db
    .insert(sources)
    .values({ clientId, kind, name })
    .returning({ id: sources.id });
  if (!row) throw new Error("The source was not stored");
  return row.id;
}
