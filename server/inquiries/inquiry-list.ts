// All inquiries as the owner reads them.
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type { InquiryList, InquiryQuery, InquiryState } from "#contract/inquiries.ts";
import { agencyClientId, inquiries, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { replyKind } from "./answers.ts";

type InquiryRow = typeof inquiries.$inferSelect;
type Reply = InquiryList["inquiries"][number]["replies"][number];

const page = 50;

/** Newest first; 50 a page; all of them unless a state is named. */
export async function listInquiries(deps: Deps, input: InquiryQuery): Promise<InquiryList> {
  const wanted = input.state ? isIn[input.state] : undefined;
  const rows = await deps.db
    .select()
    .from(inquiries)
    // Keys are made in the order of time.
    .where(and(wanted, input.cursor ? lt(inquiries.id, input.cursor) : undefined))
    .orderBy(desc(inquiries.id))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  const replies = await listReplies(
    deps,
    shown.map(({ id }) => id),
  );
  const counts = await countByState(deps);
  return {
    inquiries: shown.map((row) => toInquiry(row, replies.get(row.id) ?? [])),
    total: input.state ? counts[input.state] : counts.new + counts.answered + counts.closed,
    counts,
    nextCursor: rows.length > page ? (shown.at(-1)?.id ?? null) : null,
  };
}

const isIn: Record<InquiryState, SQL | undefined> = {
  new: and(isNull(inquiries.answeredAt), isNull(inquiries.closedAt)),
  answered: and(isNotNull(inquiries.answeredAt), isNull(inquiries.closedAt)),
  closed: isNotNull(inquiries.closedAt),
};

async function countByState(deps: Deps): Promise<InquiryList["counts"]> {
  const counted = async (state: InquiryState) => {
    const [row] = await deps.db.select({ n: count() }).from(inquiries).where(isIn[state]);
    return row?.n ?? 0;
  };
  return {
    new: await counted("new"),
    answered: await counted("answered"),
    closed: await counted("closed"),
  };
}

async function listReplies(deps: Deps, inquiryIds: string[]): Promise<Map<string, Reply[]>> {
  const rows = await deps.db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.clientId, agencyClientId),
        inArray(mails.inquiryId, inquiryIds),
        eq(mails.kind, replyKind),
      ),
    )
    .orderBy(asc(mails.id));
  const replies = new Map<string, Reply[]>();
  for (const { id, inquiryId, text, state, createdAt } of rows) {
    if (!inquiryId) continue;
    const reply = { _id: id, text, state, createdAt: createdAt.toISOString() };
    replies.set(inquiryId, [...(replies.get(inquiryId) ?? []), reply]);
  }
  return replies;
}

function toInquiry(row: InquiryRow, replies: Reply[]): InquiryList["inquiries"][number] {
  return {
    _id: row.id,
    kind: row.kind,
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    message: row.message,
    questions: row.questions ?? [],
    attribution: row.attribution ?? null,
    state: row.closedAt ? "closed" : row.answeredAt ? "answered" : "new",
    replies,
    receivedAt: row.receivedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
