// The owner's actions on a contact request: reply by email, mark as answered, close.
import { eq, sql } from "drizzle-orm";
import { contactRequestReply } from "#content/emails/contact-request-reply.ts";
import { site } from "#content/site.ts";
import type { NewContactRequestReply } from "#contract/contact-requests.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/mail/mail.ts";

/** The `kind` of a reply in the mail log. */
export const replyKind = "contact-request-reply";

/**
 * Writes the email and marks the request as answered in one transaction. Idempotent by
 * `submissionId`.
 */
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

/** Answered in another way, for example by phone. */
export async function markAnswered(deps: Deps, contactRequestId: string): Promise<void> {
  await change(deps, contactRequestId, { answeredAt: deps.now() });
}

/** Marks a contact request as done. */
export async function closeContactRequest(deps: Deps, contactRequestId: string): Promise<void> {
  await change(deps, contactRequestId, { closedAt: deps.now() });
}

/** Restores the state before it was closed. */
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
