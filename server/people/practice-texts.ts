// Whether a practice exchanges texts with its leads, and how many of their texts nobody has opened.
import { type Placeholder, sql } from "drizzle-orm";
import type { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Practice = Pick<typeof clients.$inferSelect, "phoneNumber" | "textsOnAt">;

/** Checks whether a practice may turn texts on: a provider is configured, and it has a number. */
export function canHaveTexts(
  { texts }: Pick<Deps, "texts">,
  { phoneNumber }: Pick<Practice, "phoneNumber">,
): boolean {
  return texts !== null && phoneNumber !== null;
}

/** Checks whether a practice texts its leads. If not, no screen mentions it. */
export function areTextsOn(deps: Pick<Deps, "texts">, practice: Practice): boolean {
  return canHaveTexts(deps, practice) && practice.textsOnAt !== null;
}

/**
 * A column for any select: in how many threads nobody has opened a text. An erased person's texts and
 * a deleted lead's are in no list, so they don't count.
 */
export function unreadThreadsOf(clientId: string | Placeholder) {
  return sql<number>`(
    select count(distinct coalesce(unread.lead_id::text, unread.phone))
    from texts as unread
    left join leads as writer on writer.client_id = unread.client_id and writer.id = unread.lead_id
    where unread.client_id = ${clientId} and unread.direction = 'in' and unread.read_at is null
      and unread.phone <> '' and (unread.lead_id is null or writer.deleted_at is null))::int`;
}

export async function countUnreadThreads(
  { db }: Pick<Deps, "db">,
  clientId: string,
): Promise<number> {
  const [row] = await db.select({ count: unreadThreadsOf(clientId) }).from(sql`(select 1) as one`);
  return row?.count ?? 0;
}
