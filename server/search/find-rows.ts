// Finds practices, people, contact requests, campaigns and sources. There are few enough to scan
// them all.
import { and, asc, desc, eq, isNull, like, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Findings, maxFoundOfKind } from "#contract/search.ts";
import type { SourceKind } from "#contract/sources.ts";
import { containing } from "#server/db/like.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { accounts, campaigns, clients, contactRequests, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { searchWords } from "#server/desk/leads/search-text.ts";
import { isDigits } from "./search-scope.ts";

type Tools = Pick<Deps, "db">;

/** Finds practices by name or city. */
export async function findPractices({ db }: Tools, search: string): Promise<Findings["practices"]> {
  const { id, name, city, state } = clients;
  return db
    .select({ _id: id, name, city, state })
    .from(clients)
    .where(and(isCurrentPractice, contains(sql`${name} || ' ' || ${city}`, search)))
    .orderBy(...beginningFirst(name, search), asc(id))
    .limit(maxFoundOfKind);
}

/** Finds people at practices by name or login email, including former people. */
export async function findPeople({ db }: Tools, search: string): Promise<Findings["people"]> {
  const { id, firstName, lastName, email, role } = accounts;
  const rows = await db
    .select({ id, firstName, lastName, email, role, clientId: clients.id, practice: clients.name })
    .from(accounts)
    .innerJoin(clients, eq(clients.id, accounts.clientId))
    .where(
      and(
        isCurrentPractice,
        contains(sql`${firstName} || ' ' || ${lastName} || ' ' || ${email}`, search),
      ),
    )
    .orderBy(asc(sql`lower(${lastName})`), asc(sql`lower(${firstName})`), asc(id))
    .limit(maxFoundOfKind);
  return rows.flatMap(({ id, firstName, lastName, email, role, ...of }) => {
    const name = `${firstName} ${lastName}`.trim();
    return role ? { ...withPractice(of), _id: id, name, email, role } : [];
  });
}

/** Finds contact requests by name, email address or number, in any state, newest first. */
export async function findContactRequests(
  { db }: Tools,
  search: string,
): Promise<Findings["contactRequests"]> {
  const { id, fullName: name, email, receivedAt, state } = contactRequests;
  const [word = "", ...others] = searchWords(search);
  const wanted = others.length === 0 && isDigits(word) ? word : search.toLowerCase();
  const rows = await db
    .select({ _id: id, name, email, receivedAt, state })
    .from(contactRequests)
    .where(
      and(
        isNull(contactRequests.erasedAt),
        isNull(contactRequests.foldedInto),
        like(contactRequests.search, containing(wanted)),
      ),
    )
    .orderBy(desc(receivedAt), desc(id))
    .limit(maxFoundOfKind);
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }));
}

/** Finds campaigns by their own and their practice's name, newest first. */
export async function findCampaigns({ db }: Tools, search: string): Promise<Findings["campaigns"]> {
  const { id, name, platform, clientId } = campaigns;
  const rows = await db
    .select({ _id: id, name, platform, clientId, practice: clients.name })
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, clientId))
    .where(
      and(
        isCurrentPractice,
        isNull(campaigns.mergedInto),
        isNull(campaigns.deletedAt),
        contains(sql`${clients.name} || ' ' || ${name}`, search),
      ),
    )
    .orderBy(desc(campaigns.createdAt), desc(id))
    .limit(maxFoundOfKind);
  return rows.map(withPractice);
}

/** Finds sources by their own and their practice's name. */
export async function findSources({ db }: Tools, search: string): Promise<Findings["sources"]> {
  const { id, name, kind, clientId } = sources;
  const rows = await db
    .select({ _id: id, name, kind, clientId, practice: clients.name })
    .from(sources)
    .innerJoin(clients, eq(clients.id, clientId))
    .where(
      and(
        isCurrentPractice,
        ne(kind, "manual"),
        contains(sql`${clients.name} || ' ' || ${name}`, search),
      ),
    )
    .orderBy(...beginningFirst(name, search), asc(id))
    .limit(maxFoundOfKind);
  return rows.map(({ kind, ...row }) => ({ ...withPractice(row), kind: kind as SourceKind }));
}

function withPractice<Row extends { clientId: string; practice: string }>({
  clientId,
  practice,
  ...row
}: Row) {
  return { ...row, practice: { _id: clientId, name: practice } };
}

/** Searches literally: % and _ aren't wildcards. */
function contains(text: SQL, search: string): SQL {
  return sql`position(${search.toLowerCase()} in lower(${text})) > 0`;
}

function beginningFirst(name: SQLWrapper, search: string): SQL[] {
  return [sql`position(${search.toLowerCase()} in lower(${name})) = 1 desc`, sql`lower(${name})`];
}
