// What the owner does about a contact request: replies by e-mail, notes a call, closes it.
import { eq, sql } from "drizzle-orm";
import { contactRequestReply } from "#content/emails/contact-request-reply.ts";
import { site } from "#content/site.ts";
import type { NewContactRequestReply } from "#contract/contact-requests.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/mail/mail.ts";

/** What the mail log calls a reply. */
export const replyKind = "contact-request-reply";

/** Writes the mail and notes the answer in one transaction; the same `submissionId` again sends nothing. */
export async function replyToContactRequest(
  deps: Deps,
  contactRequestId: string,
  reply: NewContactRequestReply,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [contactRequest] = await tx
      .update(contactRequests)
      .set({
        answeredAt: sql`coalesce(${contactRequests.answeredAt}, ${deps.now().toISOString()})`,
      })
      .where(eq(contactRequests.id, contactRequestId))
      .returning();
    if (!contactRequest) throw new AppError("not_found");
    await queueMail(deps, tx, {
      kind: replyKind,
      causeKey: `${replyKind}:${reply.submissionId}`,
      to: contactRequest.email,
      replyTo: contactRequest.kind === "personal" ? site.email : site.agencyEmail,
      fromName: contactRequest.kind === "personal" ? site.owner : undefined,
      contactRequestId,
      words: contactRequestReply,
      fields: {
        text: reply.text,
        owner: site.owner,
        agency: contactRequest.kind === "personal" ? site.owner : site.mailName,
        phone: site.phone,
      },
    });
  });
}

/** Answered by other means, for example by phone. */
export async function noteAnswer(deps: Deps, contactRequestId: string): Promise<void> {
  await change(deps, contactRequestId, { answeredAt: deps.now() });
}

/** Nothing is left to do. */
export async function closeContactRequest(deps: Deps, contactRequestId: string): Promise<void> {
  await change(deps, contactRequestId, { closedAt: deps.now() });
}

/** As it was before it was closed. */
export async function reopenContactRequest(deps: Deps, contactRequestId: string): Promise<void> {
  await change(deps, contactRequestId, { closedAt: null });
}

async function change(
  deps: Deps,
  contactRequestId: string,
  values: { answeredAt?: Date; closedAt?: Date | null },
) {
  const [changed] = await deps.db
    .update(contactRequests)
    .set(values)
    .where(eq(contactRequests.id, contactRequestId))
    .returning({ id: contactRequests.id });
  if (!changed) throw new AppError("not_found");
}
