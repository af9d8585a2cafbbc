// Makes owners, practices, inquiries, calls and more for tests, journeys, benchmarks and the demo.
// Each call makes a new one with the app's own functions.
import { randomInt, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { ConsoleRole } from "#contract/console-roles.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import type { Role } from "#contract/roles.ts";
import { hourIn } from "#contract/zones.ts";
import { refreshSortKeys as countSortKeys } from "#server/accounts/practices/sort-keys.ts";
import { recordContactRequestCall } from "#server/agency/contact-requests/contact-request-calls.ts";
import { refreshContactRequest } from "#server/agency/contact-requests/refresh-contact-request.ts";
import type { Deps } from "#server/deps.ts";
import { recordCall } from "#server/desk/calls/calls.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { rebuildAllRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { makeLogger } from "#server/log.ts";
import { addAdmin, addClient, insertPerson } from "#server/people/accounts.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { type DayOfCampaign, storeDays } from "#server/sources/advertising/campaign-days.ts";
import { addCampaign } from "#server/sources/campaigns/campaigns.ts";
import { openDatabase } from "./database.ts";
import { makePhone } from "./make-phone.ts";
import { clients, contactRequestEvents, contactRequests, openHours } from "./schema.ts";

/** The dependencies of a maker. Any `Deps` will do. */
export type Tools = Pick<Deps, "db" | "now" | "log">;

export const madePassword = "a password for tests";
/** The hash of the password at the lowest cost, because thousands of tests log in. */
const madeHash =
  "$argon2id$v=19$m=8,t=1,p=1$qbP3u6rndONwy5NRAf341A$WnMcQphX+iI0owQ9bfndtNMtqhg6DIEQlcoclqVpJoA";

async function hashOf(password: string): Promise<string> {
  return password === madePassword ? madeHash : hashPassword(password);
}

/** Joins the database of a running app, or starts the database and stops it again. */
export async function openTools(settings: { dataDir: string; databaseUrl?: string }) {
  const database = await openDatabase({
    dataDir: settings.dataDir,
    databaseUrl: settings.databaseUrl,
    purpose: "tool",
    log: () => undefined,
  });
  const tools: Tools = {
    db: database.db,
    now: () => new Date(),
    log: makeLogger({ logLevel: "silent" }),
  };
  return { ...tools, pool: database.pool, close: () => database.close() };
}

export async function makeOwner(
  tools: Tools,
  change: { email?: string; password?: string; role?: ConsoleRole } = {},
) {
  const email = change.email ?? `owner-${randomUUID()}@example.com`;
  const password = change.password ?? madePassword;
  const person = { email, firstName: "Olive", lastName: "Owner", role: change.role };
  const { id, adminCode } = await addAdmin(tools, person, await hashOf(password));
  return { accountId: id, adminCode, email, password };
}

/** Creates a practice. By default, the practice can log in. */
export async function makePractice(
  tools: Tools,
  change: {
    email?: string;
    password?: string;
    name?: string;
    isApproved?: boolean;
    timeZone?: string;
  } = {},
) {
  const email = change.email ?? `desk-${randomUUID()}@example.com`;
  const password = change.password ?? madePassword;
  const { clientId, accountId } = await addClient(tools, {
    person: { email, firstName: "Dana", lastName: "Whitfield" },
    passwordHash: await hashOf(password),
    practice: {
      name: change.name ?? "Bayshore Family Dental",
      phone: "(813) 555-0100",
      address: "1 Bayshore Boulevard",
      address2: "",
      city: "Tampa",
      state: "FL",
      zip: "33606",
      adminCode: "made",
    },
    isApproved: change.isApproved ?? true,
  });
  const timeZone = change.timeZone ?? dayTimeZone(tools.now());
  if (timeZone !== usualTimeZone) {
    await tools.db.update(clients).set({ timeZone }).where(eq(clients.id, clientId));
  }
  return { clientId, accountId, email, password };
}

/** Creates another person at a practice, who is a member by default. */
export async function makePerson(
  tools: Tools,
  clientId: string,
  change: Partial<{
    email: string;
    password: string;
    firstName: string;
    lastName: string;
    role: Role;
  }> = {},
) {
  const { firstName = "Miguel", lastName = "Santos", role = "member" } = change;
  const email = change.email ?? `person-${randomUUID()}@example.com`;
  const password = change.password ?? madePassword;
  const passwordHash = await hashOf(password);
  const accountId = await tools.db.transaction((tx) =>
    insertPerson(tx, {
      ...{ clientId, role, passwordHash },
      person: { email, firstName, lastName },
      emailConfirmedAt: tools.now(),
    }),
  );
  if (!accountId) throw new Error(`${email} has an account`);
  return { clientId, accountId, email, password };
}

/**
 * Gives a practice these business hours on every day. They are in effect from before any inquiry.
 */
export async function makeOpenHours(
  tools: Tools,
  clientId: string,
  hours: { timeZone: string; from: string; to: string },
) {
  const { timeZone, from, to } = hours;
  const week = Array.from({ length: 7 }, () => [{ from, to }]);
  const always = { clientId, inForceFrom: new Date(0), timeZone, week, holidays: [] };
  await tools.db.insert(openHours).values(always);
  await tools.db.update(clients).set({ timeZone }).where(eq(clients.id, clientId));
}

const usualTimeZone = "America/New_York";

/**
 * Returns a time zone in which it's daytime now, because journeys run at any hour and the lead desk
 * warns about calls at night.
 */
export function dayTimeZone(now: Date): string {
  const hour = hourIn(now, usualTimeZone);
  if (hour >= 8 && hour < 19) return usualTimeZone;
  const aheadOfUtc = 12 - now.getUTCHours();
  // In these names, zones west of Greenwich have a plus sign.
  return `Etc/GMT${aheadOfUtc > 0 ? "-" : "+"}${Math.abs(aheadOfUtc)}`;
}

/** Creates a unique id from digits, like a platform's id. */
export function makePlatformId(): string {
  return `${Date.now()}${randomInt(1_000_000)}`;
}

/** Creates a Meta form that this practice owns. */
export async function makeMetaSource(
  tools: Tools,
  clientId: string,
  change: { page?: string; form?: string; name?: string } = {},
) {
  const page = change.page ?? makePlatformId();
  const form = change.form ?? makePlatformId();
  const { sourceId } = await addSource(tools, {
    clientId,
    kind: "meta",
    name: change.name ?? "Facebook form",
    metaPageId: page,
    metaFormId: form,
  });
  return { sourceId, page, form };
}

/** Creates a web form of this practice with the key that its page posts to. */
export function makeFormSource(tools: Tools, clientId: string, name = "Web form") {
  return addSource(tools, { clientId, kind: "form", name });
}

/** Creates a Google lead form or webhook of this practice with its key. */
export function makeKeyedSource(
  tools: Tools,
  clientId: string,
  kind: "google" | "webhook",
  name = "A source",
) {
  return addSource(tools, { clientId, kind, name });
}

export const makeCampaign = addCampaign;

/** Creates days of a campaign with figures. Figures that are omitted are unknown. */
export async function makeCampaignDays(
  tools: Tools,
  { clientId, campaignId }: { clientId: string; campaignId: string },
  days: (Pick<DayOfCampaign, "day"> & Partial<DayOfCampaign>)[],
): Promise<void> {
  const unknown = { impressions: null, clicks: null, spendCents: null, origin: "report" as const };
  const rows = days.map((day) => ({ ...unknown, ...day, campaignId }));
  await storeDays(tools, tools.db, clientId, rows, { replacesEntered: true });
}

type MadeInquiry = {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  submittedAt?: Date;
  receivedAt?: Date;
  sourceId?: string;
  campaignId?: string;
  isTest?: boolean;
  answers?: IncomingLead["answers"];
};

/** These tools don't send alerts, because the rows that they make may be long past. */
const silently = ({ db, now, log }: Tools) => ({ db, now, log, jobs: null });

/** Creates a new person with a unique number who sends an inquiry, by default now. */
export async function makeInquiry(tools: Tools, clientId: string, change: MadeInquiry = {}) {
  const submittedAt = change.submittedAt ?? tools.now();
  return tools.db.transaction((tx) =>
    receiveInquiry(silently(tools), tx, {
      clientId,
      sourceId: change.sourceId ?? null,
      campaignId: change.campaignId ?? null,
      person: {
        firstName: change.firstName ?? "Marisol",
        lastName: change.lastName ?? "Quintero",
        email: change.email ?? `person-${randomUUID()}@example.com`,
        phone: change.phone ?? makePhone(),
        answers: change.answers ?? [],
      },
      submittedAt,
      receivedAt: change.receivedAt ?? submittedAt,
      isTest: change.isTest ?? false,
    }),
  );
}

/** Creates a visitor's contact request. Its state follows from when it was answered and closed. */
export async function makeContactRequest(
  tools: Tools,
  {
    answeredAt,
    closedAt,
    ...contactRequest
  }: Omit<typeof contactRequests.$inferInsert, "test"> & { test?: boolean },
) {
  const { kind, phone, finishedAt } = contactRequest;
  const asksForCall = (kind === "marketing" || kind === "questionnaire") && phone && finishedAt;
  return tools.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(contactRequests)
      .values({ test: false, isTimed: Boolean(asksForCall), ...contactRequest })
      .returning();
    if (!row) throw new Error("A contact request was not stored");
    const happened = [
      ...(answeredAt ? [{ kind: "answered" as const, at: answeredAt, text: "" }] : []),
      ...(closedAt ? [{ kind: "closed" as const, at: closedAt, text: "done" }] : []),
    ];
    for (const event of happened) {
      await tx.insert(contactRequestEvents).values({ ...event, contactRequestId: row.id });
    }
    await refreshContactRequest(tools, tx, row);
    return { contactRequestId: row.id };
  });
}

/** Creates an owner's call about a contact request. The outcome is "spoke". */
export async function makeContactRequestCall(
  tools: Tools,
  owner: { accountId: string },
  contactRequestId: string,
  calledAt: Date,
) {
  const call = { _id: randomUUID(), outcome: "spoke" as const };
  await recordContactRequestCall({ ...tools, now: () => calledAt }, owner, contactRequestId, call);
}

/**
 * Creates a call with an outcome, by default made now. The call counts as logged after the fact if
 * `recordedAt` is later.
 */
export async function makeCall(
  tools: Tools,
  practice: { clientId: string; accountId: string },
  leadId: string,
  call: { calledAt: Date; outcome?: CallOutcome; callBackAt?: Date; recordedAt?: Date },
) {
  const { calledAt, recordedAt = calledAt } = call;
  return recordCall({ ...silently(tools), now: () => recordedAt }, practice, leadId, {
    _id: randomUUID(),
    outcome: call.outcome,
    ...(recordedAt > calledAt && { calledAt: calledAt.toISOString() }),
    callBackAt: call.callBackAt?.toISOString(),
  });
}

/** Refreshes the sort keys of the owner's list of practices, as a job does regularly. */
export function refreshSortKeys(tools: Tools) {
  return countSortKeys(tools);
}

/** Rebuilds all rollups after rows were written directly. */
export function rebuildRollups(tools: Tools) {
  return rebuildAllRollups(tools.db);
}
