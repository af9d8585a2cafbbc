// The owner's list of contact requests.
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type {
  ContactRequestList,
  ContactRequestQuery,
  ContactRequestState,
} from "#contract/contact-requests.ts";
import { agencyClientId, contactRequests, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { replyKind } from "./answers.ts";

export type ContactRequestRow = typeof contactRequests.$inferSelect;
type Reply = ContactRequestList["contactRequests"][number]["replies"][number];

const page = 50;

/** Newest first, 50 per page; all of them unless a state is given. */
export async function listContactRequests(
  deps: Deps,
  input: ContactRequestQuery,
): Promise<ContactRequestList> {
  const wanted = input.state ? isIn[input.state] : undefined;
  const rows = await deps.db
    .select()
    .from(contactRequests)
    // uuidv7 keys sort by time.
    .where(and(wanted, input.cursor ? lt(contactRequests.id, input.cursor) : undefined))
    .orderBy(desc(contactRequests.id))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  const replies = await listReplies(
    deps,
    shown.map(({ id }) => id),
  );
  const counts = await countByState(deps);
  return {
    contactRequests: shown.map((row) => toContactRequest(row, replies.get(row.id) ?? [])),
    total: input.state ? counts[input.state] : counts.new + counts.answered + counts.closed,
    counts,
    nextCursor: rows.length > page ? (shown.at(-1)?.id ?? null) : null,
  };
}

export const isIn: Record<ContactRequestState, SQL | undefined> = {
  new: and(isNull(contactRequests.answeredAt), isNull(contactRequests.closedAt)),
  answered: and(isNotNull(contactRequests.answeredAt), isNull(contactRequests.closedAt)),
  closed: isNotNull(contactRequests.closedAt),
};

async function countByState(deps: Deps): Promise<ContactRequestList["counts"]> {
  const counted = async (state: ContactRequestState) => {
    const [row] = await deps.db.select({ n: count() }).from(contactRequests).where(isIn[state]);
    return row?.n ?? 0;
  };
  return {
    new: await counted("new"),
    answered: await counted("answered"),
    closed: await counted("closed"),
  };
}

async function listReplies(deps: Deps, contactRequestIds: string[]): Promise<Map<string, Reply[]>> {
  const rows = await deps.db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.clientId, agencyClientId),
        inArray(mails.contactRequestId, contactRequestIds),
        eq(mails.kind, replyKind),
      ),
    )
    .orderBy(asc(mails.id));
  const replies = new Map<string, Reply[]>();
  for (const { id, contactRequestId, text, state, createdAt } of rows) {
    if (!contactRequestId) continue;
    const reply = { _id: id, text, state, createdAt: createdAt.toISOString() };
    replies.set(contactRequestId, [...(replies.get(contactRequestId) ?? []), reply]);
  }
  return replies;
}

export function stateOf({ answeredAt, closedAt }: ContactRequestRow): ContactRequestState {
  return closedAt ? "closed" : answeredAt ? "answered" : "new";
}

function toContactRequest(
  row: ContactRequestRow,
  replies: Reply[],
): ContactRequestList["contactRequests"][number] {
  return {
    _id: row.id,
    kind: row.kind,
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    message: row.message,
    questions: row.questions ?? [],
    attribution: row.attribution ?? null,
    state: stateOf(row),
    replies,
    receivedAt: row.receivedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
