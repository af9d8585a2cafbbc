// Makers: owners, practices, inquiries and calls, each call a new one, by the same verbs that the
// product uses. Tests, journeys, benches and the demo share them.
import { randomInt, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { CallOutcome } from "#contract/leads.ts";
import { addAdmin, addClient } from "#server/accounts/accounts.ts";
import { recordCall } from "#server/calls/calls.ts";
import { addCampaign, addSource } from "#server/campaigns/campaigns.ts";
import type { Deps } from "#server/deps.ts";
import { receiveInquiry } from "#server/inquiries/receive-inquiry.ts";
import { makeLogger } from "#server/log.ts";
import { timeZonesOf } from "#server/phone/area-codes.ts";
import { rebuildAllRollups } from "#server/reports/rebuild-rollups.ts";
import { openDatabase } from "./database.ts";
import { clients, contactRequests, openHours } from "./schema.ts";

/** What a maker needs; any `Deps` will do. */
export type Tools = Pick<Deps, "db" | "now" | "log">;

export const madePassword = "a password for tests";

/** Joins the database of a running product, or starts and stops it. */
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

/** An owner of the house. */
export async function makeOwner(tools: Tools, change: { email?: string; password?: string } = {}) {
  const email = change.email ?? `owner-${randomUUID()}@example.com`;
  const password = change.password ?? madePassword;
  const { id, adminCode } = await addAdmin(tools, {
    email,
    firstName: "Olive",
    lastName: "Owner",
    password,
  });
  return { accountId: id, adminCode, email, password };
}

/** A practice that may sign in, unless told otherwise. */
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
    person: { email, firstName: "Dana", lastName: "Whitfield", password },
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

/** A practice that has always been open at these times, every day of the week. */
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

/** Where it is day: by night a desk is asked before it calls, and journeys run at any hour. */
export function dayTimeZone(now: Date): string {
  const options = { timeZone: usualTimeZone, hour: "2-digit", hourCycle: "h23" } as const;
  const hour = Number(new Intl.DateTimeFormat("en-US", options).format(now));
  if (hour >= 8 && hour < 19) return usualTimeZone;
  const aheadOfUtc = 12 - now.getUTCHours();
  // West of Greenwich has a plus in these names.
  return `Etc/GMT${aheadOfUtc > 0 ? "-" : "+"}${Math.abs(aheadOfUtc)}`;
}

/** Digits that no other maker's id has, as the platforms' ids are. */
export function makePlatformId(): string {
  return `${Date.now()}${randomInt(1_000_000)}`;
}

/** A form on Meta that this practice owns. */
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

/** A web form of this practice, with the key that its page posts to. */
export function makeFormSource(tools: Tools, clientId: string, name = "Web form") {
  return addSource(tools, { clientId, kind: "form", name });
}

export const makeCampaign = addCampaign;

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
};

/** A person who asks now, unless told otherwise: each a new person with a number of their own. */
export async function makeInquiry(tools: Tools, clientId: string, change: MadeInquiry = {}) {
  const submittedAt = change.submittedAt ?? tools.now();
  return tools.db.transaction((tx) =>
    receiveInquiry(tools, tx, {
      clientId,
      sourceId: change.sourceId ?? null,
      campaignId: change.campaignId ?? null,
      person: {
        firstName: change.firstName ?? "Marisol",
        lastName: change.lastName ?? "Quintero",
        email: change.email ?? `person-${randomUUID()}@example.com`,
        phone: change.phone ?? makePhone(),
        answers: [],
      },
      submittedAt,
      receivedAt: change.receivedAt ?? submittedAt,
      isTest: change.isTest ?? false,
    }),
  );
}

/** What a visitor sent, as it was kept. */
export async function makeContactRequest(
  tools: Tools,
  contactRequest: Omit<typeof contactRequests.$inferInsert, "test"> & { test?: boolean },
) {
  const [row] = await tools.db
    .insert(contactRequests)
    .values({ test: false, ...contactRequest })
    .returning({ contactRequestId: contactRequests.id });
  if (!row) throw new Error("A contact request was not stored");
  return row;
}

/** A call with its outcome, made at this moment; entered later when it was recorded after it. */
export async function makeCall(
  tools: Tools,
  practice: { clientId: string; accountId: string },
  leadId: string,
  call: { calledAt: Date; outcome: CallOutcome; callBackAt?: Date; recordedAt?: Date },
) {
  const { calledAt, recordedAt = calledAt } = call;
  return recordCall({ ...tools, now: () => recordedAt }, practice, leadId, {
    _id: randomUUID(),
    outcome: call.outcome,
    ...(recordedAt > calledAt && { calledAt: calledAt.toISOString() }),
    callBackAt: call.callBackAt?.toISOString(),
  });
}

/** For rows that were not written by the verbs: counts them all. */
export function rebuildRollups(tools: Tools) {
  return tools.db.transaction((tx) => rebuildAllRollups(tx));
}

// 555-0100 to 555-0199 are reserved for made-up people; the area code keeps them apart, and is one
// that lies nowhere, so that nobody can tell what time it is there.
export function makePhone(): string {
  madePhones = (madePhones + 1) % (unassignedAreas.length * 100);
  const area = unassignedAreas[Math.floor(madePhones / 100)];
  return `(${area}) 555-01${String(madePhones % 100).padStart(2, "0")}`;
}

const unassignedAreas = Array.from({ length: 600 }, (_, index) => String(200 + index)).filter(
  // As the numbering plan builds them: no second digit 9, no service code such as 411.
  (area) => /^[2-9](?!11)[0-8]/.test(area) && timeZonesOf(`+1${area}5550100`).length === 0,
);
// One after the other, so that two made people are never one; processes begin at different places.
let madePhones = randomInt(unassignedAreas.length * 100);
