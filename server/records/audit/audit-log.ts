// Reads the audit log for the owner.
import { and, desc, eq, inArray, isNull, like, lt, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { auditNames } from "#content/console/audit.ts";
import { site } from "#content/site.ts";
import {
  type AuditAction,
  AuditChange,
  type AuditEntry,
  type AuditList,
  type AuditQuery,
  type AuditSubject,
  auditActions,
  auditSubjects,
} from "#contract/audit.ts";
import { uuid } from "#contract/fields.ts";
import { testedParts } from "#contract/settings.ts";
import { dayAfter, startOfDay } from "#contract/zones.ts";
import { containing } from "#server/db/like.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import {
  accounts,
  auditEntries,
  campaigns,
  clients,
  contactRequests,
  leads,
  sources,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { auditViews } from "./audit.ts";

const page = 50;

type Entry = typeof auditEntries.$inferSelect;
type Tools = Pick<Deps, "db">;
export type Reader = {
  accountId: string /** The request's IP address. */;
  address: string;
};

/** A search that matches more people or practices than this is too vague to be useful. */
const most = 500;

/**
 * Handles `GET /api/admin/audit`. The view is audited for each practice whose people or leads the
 * page names. The resulting entry names an owner, so viewing it isn't audited.
 */
export async function listAudit(
  deps: Pick<Deps, "db" | "now">,
  reader: Reader,
  input: AuditQuery,
): Promise<AuditList> {
  const accountIds = input.who ? await findAccounts(deps, input.who) : null;
  const searched = input.search ? await findSearched(deps, input.search) : null;
  const { client, action, until, cursor } = input;
  const narrowing = [client, action, accountIds, until, searched, cursor].map(Boolean) as Narrowing;
  const rows = await auditPage(deps.db, ...narrowing).execute({
    ...{ client, action, cursor, people: accountIds, ...searched },
    until: until && endOf(until).toISOString(),
  });
  const shown = rows.slice(0, page);
  // Names are looked up only for the shown entries, because with a join PostgreSQL may read every
  // lead.
  const people = await findPeople(deps, shown);
  const emailOf = new Map(people.map(({ id, email }) => [id, email]));
  const practiceOf = await findPractices(deps, shown);
  const leadNames = await findLeadNames(deps, shown);
  const nameOf = new Map(leadNames.map(({ clientId, id, name }) => [`${clientId} ${id}`, name]));
  const subjectNames = await findSubjectNames(deps, shown);
  const named = distinct([...people, ...leadNames].map(({ clientId }) => clientId));
  await auditViews(deps, named, { ...reader, action: "audit_listed" });
  return {
    entries: shown.map((entry) => ({
      _id: entry.id,
      at: entry.at.toISOString(),
      action: entry.action,
      who: emailOf.get(entry.accountId ?? "") ?? null,
      whom: whomOf(entry, emailOf),
      practice: practiceOf.get(entry.clientId ?? "") ?? null,
      lead: leadOf(entry, nameOf),
      setting: testedParts.find((part) => part === entry.detail.part) ?? null,
      templateSet: entry.detail.templateSet ?? null,
      about: aboutOf(entry, subjectNames),
      day: entry.detail.day ?? null,
      found: foundIn(entry),
      changes: changesOf(entry),
      address: entry.address,
    })),
    nextCursor: rows.length > page ? (shown.at(-1)?.id ?? null) : null,
  };
}

const latestShown = 5;

/** Logins and views aren't listed as changes: they happen daily and don't change anything. */
const quietActions: AuditAction[] = [
  ...(["signed_in", "signed_in_with_passkey", "second_factor_asked", "proved_again"] as const),
  ...(["device_unlocked", "device_unlocked_by_pin", "practice_viewed", "people_found"] as const),
  ...([
    "desk_viewed",
    "audit_listed",
    "letters_listed",
    "letter_opened",
    "delivery_opened",
  ] as const),
];

/** Returns a practice's last changes, newest first. */
export async function listLatestChanges(
  deps: Tools,
  clientId: string,
): Promise<Pick<AuditEntry, "_id" | "at" | "action" | "who">[]> {
  const entries = await deps.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, clientId), notInArray(auditEntries.action, quietActions)))
    .orderBy(desc(auditEntries.id))
    .limit(latestShown);
  const people = await findPeople(deps, entries);
  const emailOf = new Map(people.map(({ id, email }) => [id, email]));
  return entries.map(({ id, at, action, accountId }) => ({
    ...{ _id: id, at: at.toISOString(), action },
    who: emailOf.get(accountId ?? "") ?? null,
  }));
}

type Narrowing = [
  isOfClient: boolean,
  isOfAction: boolean,
  isOfPeople: boolean,
  isUntil: boolean,
  isSearched: boolean,
  isAfter: boolean,
];

/** The query is cached, because planning it takes longer than reading a page. */
const auditPage = cachedQuery((db: Deps["db"], ...narrowing: Narrowing) => {
  const [isOfClient, isOfAction, isOfPeople, isUntil, isSearched, isAfter] = narrowing;
  const { clientId, action, accountId, at, id } = auditEntries;
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        isOfRealPractice(clientId),
        isOfClient ? eq(clientId, sql.placeholder("client")) : undefined,
        isOfAction ? eq(action, sql.placeholder("action")) : undefined,
        isOfPeople ? sql`${accountId} = any(${sql.placeholder("people")}::uuid[])` : undefined,
        isUntil ? sql`${at} < ${sql.placeholder("until")}::timestamptz` : undefined,
        // Each condition has its own index.
        isSearched
          ? sql`(${accountId} = any(${sql.placeholder("searchedPeople")}::uuid[])
              or ${clientId} = any(${sql.placeholder("searchedPractices")}::uuid[])
              or ${action} = any(${sql.placeholder("searchedActions")}::text[]))`
          : undefined,
        // uuidv7 keys sort by time.
        isAfter ? lt(id, sql.placeholder("cursor")) : undefined,
      ),
    )
    .orderBy(desc(id))
    .limit(page + 1)
    .prepare(`audit-${narrowing.map(Number).join("")}`);
});

async function findAccounts({ db }: Tools, who: string): Promise<string[]> {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(like(accounts.email, containing(who.toLowerCase())))
    .limit(most);
  return found.map(({ id }) => id);
}

/** Finds the people, practices and actions that a search may refer to. */
async function findSearched(deps: Tools, search: string) {
  const wanted = search.toLowerCase();
  const [searchedPeople, searchedPractices] = await Promise.all([
    findPeopleNamed(deps, wanted),
    findPracticesNamed(deps, wanted),
  ]);
  const searchedActions = auditActions.filter((action) =>
    auditNames[action].toLowerCase().includes(wanted),
  );
  return { searchedPeople, searchedPractices, searchedActions };
}

async function findPeopleNamed({ db }: Tools, wanted: string): Promise<string[]> {
  const { id, email, firstName, lastName } = accounts;
  const name = sql`lower(${email} || ' ' || ${firstName} || ' ' || ${lastName})`;
  const found = await db
    .select({ id })
    .from(accounts)
    .where(like(name, containing(wanted)))
    .limit(most);
  return found.map((one) => one.id);
}

async function findPracticesNamed({ db }: Tools, wanted: string): Promise<string[]> {
  const found = await db
    .select({ id: clients.id })
    .from(clients)
    .where(like(sql`lower(${clients.name})`, containing(wanted)))
    .limit(most);
  return found.map(({ id }) => id);
}

/** The agency's midnight after a day. */
function endOf(day: string): Date {
  return startOfDay(dayAfter(day, 1), site.officeHours.timeZone);
}

/** Finds the accounts that the entries name. An owner's account has no practice. */
function findPeople({ db }: Tools, entries: Entry[]) {
  const ids = distinct(entries.flatMap((entry) => [entry.accountId, personIdOf(entry)]));
  return emailsOf(db).execute({ ids });
}

const emailsOf = cachedQuery((db: Deps["db"]) =>
  db
    .select({ id: accounts.id, email: accounts.email, clientId: accounts.clientId })
    .from(accounts)
    .where(sql`${accounts.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("audit-emails"),
);

async function findPractices({ db }: Tools, entries: Entry[]): Promise<Map<string, string>> {
  const found = await practicesOf(db).execute({
    ids: distinct(entries.map(({ clientId }) => clientId)),
  });
  return new Map(found.map(({ id, name }) => [id, name]));
}

const practicesOf = cachedQuery((db: Deps["db"]) =>
  db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(sql`${clients.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("audit-practices"),
);

type LeadName = { clientId: string; id: string; name: string };

/** Finds leads' names. A deleted lead has no name. */
async function findLeadNames({ db }: Tools, entries: Entry[]): Promise<LeadName[]> {
  const names: LeadName[] = [];
  for (const clientId of distinct(entries.map((entry) => entry.clientId))) {
    const ids = distinct(entries.filter((entry) => entry.clientId === clientId).map(leadIdOf));
    if (ids.length === 0) continue;
    const found = await db
      .select({ id: leads.id, firstName: leads.firstName, lastName: leads.lastName })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), inArray(leads.id, ids), isNull(leads.deletedAt)));
    for (const { id, firstName, lastName } of found) {
      names.push({ clientId, id, name: `${firstName} ${lastName}`.trim() });
    }
  }
  return names;
}

/** Returns names by kind and id. Anything erased has no name. */
async function findSubjectNames({ db }: Tools, entries: Entry[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const add = (kind: AuditSubject, found: { id: string; name: string }[]) => {
    for (const { id, name } of found) if (name) names.set(`${kind} ${id}`, name);
  };
  const idsIn = (some: Entry[], kind: AuditSubject) =>
    distinct(some.map((entry) => subjectIdOf(entry, kind)));
  for (const clientId of distinct(entries.map((entry) => entry.clientId))) {
    const own = entries.filter((entry) => entry.clientId === clientId);
    const ids = { source: idsIn(own, "source"), campaign: idsIn(own, "campaign") };
    if (ids.source.length > 0) {
      const { id, name } = sources;
      const areTheirs = and(eq(sources.clientId, clientId), inArray(id, ids.source));
      add("source", await db.select({ id, name }).from(sources).where(areTheirs));
    }
    if (ids.campaign.length > 0) {
      const { id, name } = campaigns;
      const areTheirs = and(eq(campaigns.clientId, clientId), inArray(id, ids.campaign));
      add("campaign", await db.select({ id, name }).from(campaigns).where(areTheirs));
    }
  }
  const contactRequestIds = idsIn(entries, "contact_request");
  if (contactRequestIds.length > 0) {
    const { id, fullName: name } = contactRequests;
    const isOne = inArray(id, contactRequestIds);
    add("contact_request", await db.select({ id, name }).from(contactRequests).where(isOne));
  }
  return names;
}

const subjectKeys: Record<AuditSubject, string> = {
  source: "source",
  campaign: "campaign",
  contact_request: "contactRequest",
};

function subjectIdOf({ detail }: Entry, kind: AuditSubject): string | null {
  return uuid.safeParse(detail[subjectKeys[kind]]).data ?? null;
}

function aboutOf(entry: Entry, names: Map<string, string>): AuditEntry["about"] {
  for (const kind of auditSubjects) {
    const _id = subjectIdOf(entry, kind);
    if (_id) return { kind, _id, name: names.get(`${kind} ${_id}`) ?? null };
  }
  return null;
}

const StoredChanges = z.array(AuditChange);

/** Returns an entry's changes. Entries from earlier versions don't have any. */
function changesOf({ detail }: Entry): AuditChange[] {
  if (!detail.changes) return [];
  try {
    return StoredChanges.safeParse(JSON.parse(detail.changes)).data ?? [];
  } catch {
    return [];
  }
}

function leadOf(entry: Entry, nameOf: Map<string, string>) {
  const id = leadIdOf(entry);
  if (!id || !entry.clientId) return null;
  return { _id: id, client: entry.clientId, name: nameOf.get(`${entry.clientId} ${id}`) ?? null };
}

function foundIn({ action, detail }: Entry): AuditEntry["found"] {
  if (action !== "people_found") return null;
  const { leads, people, submissions } = detail;
  const count = (text: string | undefined) => Number(text ?? 0);
  return { leads: count(leads), people: count(people), submissions: count(submissions) };
}

/**
 * Returns the affected person's email address; null if the entry has none, or if the person changed
 * their own data.
 */
function whomOf(entry: Entry, emailOf: Map<string, string>): string | null {
  const id = personIdOf(entry);
  return id && id !== entry.accountId ? (emailOf.get(id) ?? null) : null;
}

/** Returns null if the entry doesn't name a person. */
function personIdOf({ detail }: Entry): string | null {
  return uuid.safeParse(detail.person).data ?? null;
}

/** Returns null if the entry doesn't name a lead, or names an invalid id. */
function leadIdOf({ detail }: Entry): string | null {
  return uuid.safeParse(detail.lead).data ?? null;
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
