// What the owner does about an inquiry: replies by e-mail, notes a call, closes it.
import { eq, sql } from "drizzle-orm";
import { inquiryReply } from "#content/emails/inquiry-reply.ts";
import { site } from "#content/site.ts";
import type { NewInquiryReply } from "#contract/inquiries.ts";
import { inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/mail/mail.ts";

/** What the mail log calls a reply. */
export const replyKind = "inquiry-reply";

/** Writes the mail and notes the answer in one transaction; the same `submissionId` again sends nothing. */
export async function replyToInquiry(
  deps: Deps,
  inquiryId: string,
  reply: NewInquiryReply,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [inquiry] = await tx
      .update(inquiries)
      .set({ answeredAt: sql`coalesce(${inquiries.answeredAt}, ${deps.now().toISOString()})` })
      .where(eq(inquiries.id, inquiryId))
      .returning();
    if (!inquiry) throw new AppError("not_found");
    await queueMail(deps, tx, {
      kind: replyKind,
      causeKey: `${replyKind}:${reply.submissionId}`,
      to: inquiry.email,
      replyTo: inquiry.kind === "personal" ? site.email : site.agencyEmail,
      fromName: inquiry.kind === "personal" ? site.owner : undefined,
      inquiryId,
      words: inquiryReply,
      fields: {
        text: reply.text,
        owner: site.owner,
        agency: inquiry.kind === "personal" ? site.owner : site.mailName,
        phone: site.phone,
      },
    });
  });
}

/** Answered by other means, for example by phone. */
export async function noteAnswer(deps: Deps, inquiryId: string): Promise<void> {
  await change(deps, inquiryId, { answeredAt: deps.now() });
}

/** Nothing is left to do. */
export async function closeInquiry(deps: Deps, inquiryId: string): Promise<void> {
  await change(deps, inquiryId, { closedAt: deps.now() });
}

/** As it was before it was closed. */
export async function reopenInquiry(deps: Deps, inquiryId: string): Promise<void> {
  await change(deps, inquiryId, { closedAt: null });
}

async function change(
  deps: Deps,
  inquiryId: string,
  values: { answeredAt?: Date; closedAt?: Date | null },
) {
  const [changed] = await deps.db
    .update(inquiries)
    .set(values)
    .where(eq(inquiries.id, inquiryId))
    .returning({ id: inquiries.id });
  if (!changed) throw new AppError("not_found");
}
