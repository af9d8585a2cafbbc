// Makes the lists that `npm run admin -- list` prints: practices, and a practice's people, sources
// and campaigns.
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { accounts, campaigns, clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { statusOf } from "#server/people/accounts.ts";
import { getClientIdOf } from "#server/sources/campaigns/campaigns.ts";

type Tools = Pick<Deps, "db">;
export type Listed = Record<string, string | null>[];

export const lists = {
  async practices({ db }: Tools): Promise<Listed> {
    const rows = await db
      .select({ client: clients, email: sql<string | null>`min(${accounts.email})` })
      .from(clients)
      .leftJoin(
        accounts,
        and(
          eq(accounts.clientId, clients.id),
          eq(accounts.role, "manager"),
          isNull(accounts.deactivatedAt),
        ),
      )
      .where(isRealPractice)
      .groupBy(clients.id)
      .orderBy(asc(sql`lower(${clients.name})`));
    return rows.map(({ client, email }) => ({
      client: client.id,
      name: client.name,
      status: statusOf(client),
      manager: email,
    }));
  },

  async people(tools: Tools, email: string): Promise<Listed> {
    const clientId = await getClientIdOf(tools, email);
    const rows = await tools.db
      .select()
      .from(accounts)
      .where(eq(accounts.clientId, clientId))
      .orderBy(asc(accounts.email));
    return rows.map((one) => ({
      email: one.email,
      name: `${one.firstName} ${one.lastName}`,
      role: one.role,
      status: one.deactivatedAt ? adminWords.deactivated : adminWords.active,
    }));
  },

  async sources(tools: Tools, email: string): Promise<Listed> {
    const clientId = await getClientIdOf(tools, email);
    const rows = await tools.db
      .select({ source: sources, campaign: campaigns.name })
      .from(sources)
      .leftJoin(
        campaigns,
        and(eq(campaigns.clientId, sources.clientId), eq(campaigns.id, sources.campaignId)),
      )
      .where(and(eq(sources.clientId, clientId), ne(sources.kind, "manual")))
      .orderBy(asc(sources.name), asc(sources.id));
    return rows.map(({ source, campaign }) => ({
      source: source.id,
      kind: source.kind,
      name: source.name,
      campaign,
      status: source.endedAt ? adminWords.disconnected : adminWords.connected,
    }));
  },

  async campaigns(tools: Tools, email: string): Promise<Listed> {
    const clientId = await getClientIdOf(tools, email);
    const rows = await tools.db
      .select()
      .from(campaigns)
      .where(eq(campaigns.clientId, clientId))
      .orderBy(asc(campaigns.name), asc(campaigns.id));
    return rows.map((one) => ({
      campaign: one.id,
      name: one.name,
      platform: one.platform,
      status: one.endedAt ? adminWords.ended : adminWords.active,
    }));
  },
};

/** Formats each row as a line, with aligned columns. */
export function columnsOf(rows: Listed): string {
  const [first] = rows;
  if (!first) return adminWords.nothing;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? "-"))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
