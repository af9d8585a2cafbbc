// Stores inquiries and adds each to the person's existing lead, if there is one.
import { type SQL, sql } from "drizzle-orm";
import { fieldsInAnswers, firstWordsIn } from "#contract/fields-in-answers.ts";
import type { Attribution, IncomingLead } from "#contract/inquiries.ts";
import { languageInAnswers } from "#contract/language-in-answers.ts";
import { eachLeadField } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { given, insertOf } from "#server/db/given-rows.ts";
import { inquiries, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { scheduleAlerts } from "#server/desk/leads/alert-schedule.ts";
import { claimTexts } from "#server/desk/leads/claim-texts.ts";
import { refreshLeads } from "#server/desk/leads/refresh-lead.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { scheduleRings } from "#server/desk/rings/schedule-rings.ts";
import { lockPeople } from "#server/desk/same-person/lock-people.ts";
import { truncateAnswers } from "./answers.ts";
import { findCountingCampaigns } from "./counting-campaigns.ts";
import { takeDifferent } from "./different-people.ts";
import {
  chooseKnown,
  findKnown,
  type Known,
  type Person,
  type TimelineEntry,
  updateKnownLead,
} from "./known-people.ts";

export type IncomingInquiry = {
  sourceId: string | null;
  campaignId: string | null;
  person: IncomingLead;
  /**
   * When the person submitted it, according to the source. Never later than the time of receipt.
   */
  submittedAt: Date;
  receivedAt: Date;
  isTest: boolean;
  /** The inquiry has no clock, because it was entered by hand or is older than its source. */
  isUntimed?: boolean;
  /** Whether it was found long after it was sent. Alerts for such inquiries share one message. */
  isFoundLate?: boolean;
  /** The account that entered it by hand. */
  accountId?: string;
  /** The consent text that was shown next to the source's form. */
  consent?: string;
  attribution?: Attribution | null;
};

export type ReceivedInquiry = { lead: Lead; inquiryId: string; isNewLead: boolean };

/**
 * `jobs` is null for a made-up lead, which doesn't send alerts. Without `voice`, no phone rings.
 */
type Tools = Partial<Pick<Deps, "log" | "voice">> & { jobs: Deps["jobs"] | null };

/** Limits the number of inquiries in a step, and so how long it computes between two statements. */
const maxPerStep = 50;

/** Stores one inquiry in the caller's transaction. */
export async function receiveInquiry(
  deps: Tools,
  tx: Transaction,
  { clientId, ...inquiry }: IncomingInquiry & { clientId: string },
): Promise<ReceivedInquiry> {
  const [received] = await receiveInquiries(deps, tx, clientId, [inquiry]);
  if (!received) throw new Error("The inquiry was not stored");
  return received;
}

/**
 * Stores a practice's inquiries in the caller's transaction, as if they arrived one by one. A known
 * person's inquiry joins their lead: see `chooseKnown`. Each step stores inquiries from different
 * people; `afterStep` runs before the next one.
 */
export async function receiveInquiries(
  deps: Tools,
  tx: Transaction,
  clientId: string,
  incoming: IncomingInquiry[],
  afterStep: (received: ReceivedInquiry[]) => Promise<void> = async () => undefined,
): Promise<ReceivedInquiry[]> {
  // Campaigns are locked before leads, in the same order as when campaigns are merged.
  const countsIn = await findCountingCampaigns(
    tx,
    clientId,
    incoming.map(({ campaignId }) => campaignId),
  );
  let left = incoming.map((inquiry) => {
    const { campaignId } = inquiry;
    return prepare({
      ...inquiry,
      campaignId: campaignId && (countsIn.get(campaignId) ?? campaignId),
    });
  });
  // Locks all people before the first row is written.
  await lockPeople(
    tx,
    clientId,
    left.map(({ asking }) => asking),
  );
  const all: ReceivedInquiry[] = [];
  while (left.length > 0) {
    const known = await findKnown(
      tx,
      clientId,
      left.map(({ asking }) => asking),
    );
    const step = takeDifferent(left, known, maxPerStep);
    const received = await storeDifferent(deps, tx, clientId, step);
    await afterStep(received);
    all.push(...received);
    left = left.slice(step.length);
  }
  return all;
}

type Prepared = ReturnType<typeof prepare>;

function prepare(inquiry: IncomingInquiry) {
  const { submittedAt, receivedAt, isTest } = inquiry;
  const phone = readPhone(inquiry.person.phone);
  const person: Person = {
    ...inquiry.person,
    answers: truncateAnswers(inquiry.person.answers),
    phone: phone.text,
    isPhoneValid: phone.isValid,
  };
  return {
    ...inquiry,
    person,
    submittedAt: submittedAt > receivedAt ? receivedAt : submittedAt,
    asking: {
      ...{ firstName: person.firstName, lastName: person.lastName, email: person.email, isTest },
      phone: phone.isValid ? phone.text : "",
    },
  };
}

/** Stores inquiries that don't depend on one another, because each is from a different person. */
async function storeDifferent(
  deps: Tools,
  tx: Transaction,
  clientId: string,
  step: { inquiry: Prepared; matches: Known[] }[],
): Promise<ReceivedInquiry[]> {
  const joined: { inquiry: Prepared; leadId: string | null; entries: TimelineEntry[] }[] = [];
  for (const { inquiry, matches } of step) {
    const known = chooseKnown(inquiry.asking, matches);
    const entries = known ? await updateKnownLead(tx, known, inquiry) : [];
    joined.push({ inquiry, leadId: known?.id ?? null, entries });
  }
  const strangers = joined.filter(({ leadId }) => leadId === null);
  const newIds = await insertIds(tx, leads, clientId, strangers.map(newLead), {
    search: newSearchText,
  });
  const ofLeads = joined.map((one) => ({
    ...one,
    leadId: one.leadId ?? newIds[strangers.indexOf(one)] ?? "",
  }));
  const inquiryIds = await insertIds(tx, inquiries, clientId, ofLeads.map(newInquiry));
  const stored = ofLeads.map((one, index) => ({ ...one, inquiryId: inquiryIds[index] ?? "" }));
  await tx.execute(insertOf(timeline, clientId, stored.flatMap(newEntries)));
  const callable = stored.filter(({ inquiry }) => inquiry.person.isPhoneValid);
  const owners = callable.map(({ leadId, inquiry }) => ({ leadId, phone: inquiry.person.phone }));
  await claimTexts(tx, clientId, owners);
  const leadIds = stored.map(({ leadId }) => leadId);
  const refreshed = await refreshLeads(tx, clientId, leadIds, "inquiry", new Set(newIds));
  if (deps.jobs) {
    const live = stored.filter(({ inquiry }) => !inquiry.isTest && !inquiry.isUntimed);
    const of = live.map(
      ({ inquiry: { receivedAt, isFoundLate, sourceId }, leadId, inquiryId }) => ({
        ...{ leadId, inquiryId, sourceId, receivedAt, isFoundLate },
      }),
    );
    await scheduleAlerts({ jobs: deps.jobs }, tx, clientId, of);
    await scheduleRings({ jobs: deps.jobs, voice: deps.voice ?? null }, tx, clientId, of);
  }
  for (const leadId of leadIds) deps.log?.info({ clientId, leadId }, "inquiry received");
  return stored.map(({ inquiryId }, index) => ({
    lead: refreshed[index] as Lead,
    inquiryId,
    isNewLead: joined[index]?.leadId === null,
  }));
}

/** Inserts the rows and returns their ids in the same order. */
async function insertIds(
  tx: Transaction,
  table: typeof leads | typeof inquiries,
  clientId: string,
  rows: Parameters<typeof insertOf<typeof table>>[2],
  computed?: Record<string, SQL>,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const insert = insertOf(table, clientId, rows, computed);
  const { rows: inserted } = await tx.execute<{ id: string }>(sql`${insert} returning id`);
  return inserted.map(({ id }) => id);
}

/**
 * Returns a new lead's columns, with the values that `refreshLeads` will compute for indexed
 * columns. If those don't change, PostgreSQL doesn't write a dozen index entries again.
 */
function newLead({ inquiry }: { inquiry: Prepared }) {
  const { person, isTest, receivedAt, submittedAt, campaignId, sourceId, isUntimed } = inquiry;
  const { firstName, lastName, email, phone, isPhoneValid } = person;
  const answered = fieldsInAnswers(person.answers);
  return {
    ...{ firstName, lastName, email, phone, isPhoneValid },
    language: languageInAnswers(person.answers),
    ...eachLeadField((name) => answered[name] ?? ""),
    message: firstWordsIn(person.answers),
    ...{ isTest, receivedAt, campaignId, sourceId },
    startedAt: submittedAt,
    touchedAt: submittedAt,
    uncalledSince: isTest || isUntimed ? null : submittedAt,
    isCounted: true,
  };
}

const newSearchText = sql`search_text(${given("firstName")}, ${given("lastName")}, ${given("email")}, ${given("phone")}, '')`;

function newInquiry({ inquiry, leadId }: { inquiry: Prepared; leadId: string }) {
  const { sourceId, campaignId, isTest, submittedAt, receivedAt } = inquiry;
  const { firstName, lastName, email, phone, answers } = inquiry.person;
  return {
    ...{ leadId, sourceId, campaignId, firstName, lastName, email, phone, answers, isTest },
    isUntimed: inquiry.isUntimed ?? false,
    consent: inquiry.consent ?? null,
    attribution: inquiry.attribution ?? null,
    ...{ submittedAt, receivedAt },
  };
}

type Stored = { inquiry: Prepared; leadId: string; inquiryId: string; entries: TimelineEntry[] };

function newEntries({ inquiry, leadId, inquiryId, entries }: Stored) {
  const { submittedAt, receivedAt, accountId = null } = inquiry;
  const data = { inquiryId };
  return [
    ...entries.map((entry) => ({ ...entry, at: receivedAt })),
    { kind: "submitted" as const, at: submittedAt, data },
    { kind: "received" as const, at: receivedAt, data },
  ].map(({ kind, at, data }) => ({ leadId, kind, at, accountId, data }));
}
