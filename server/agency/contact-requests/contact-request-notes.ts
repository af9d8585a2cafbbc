// Notes about a contact request. Append-only: a correction is another note.
import { and, eq, sql } from "drizzle-orm";
import { contactRequestMessages } from "#content/messages.ts";
import type { ContactRequest, ContactRequestNote } from "#contract/contact-request-work.ts";
import { contactRequestEvents } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { toContactRequest } from "./contact-request-rows.ts";
import { lockContactRequest, refreshContactRequest } from "./refresh-contact-request.ts";

/** The limit for all notes of a contact request, because its page shows them in full. */
const maxCharacters = 100_000;

/**
 * Adds a note. Idempotent by `_id`. A note isn't a call and doesn't stop the clock. Throws
 * `not_found`, and `conflict` if another note has the id or the notes reach their limit.
 */
export async function addContactRequestNote(
  deps: Pick<Deps, "db" | "now">,
  admin: SignedInAdmin,
  contactRequestId: string,
  { _id, text }: ContactRequestNote,
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    const note = { id: _id, contactRequestId: row.id, at: deps.now(), kind: "note", text } as const;
    const isOwn = and(
      eq(contactRequestEvents.contactRequestId, row.id),
      eq(contactRequestEvents.kind, "note"),
    );
    const [added] = await tx
      .insert(contactRequestEvents)
      .values({ ...note, accountId: admin.accountId })
      .onConflictDoNothing()
      .returning();
    if (!added) {
      const known = await tx.$count(
        contactRequestEvents,
        and(isOwn, eq(contactRequestEvents.id, _id)),
      );
      if (known === 0) throw new AppError("conflict");
      return toContactRequest(row);
    }
    const [kept] = await tx
      .select({ characters: sql<number>`sum(length(${contactRequestEvents.text}))::int` })
      .from(contactRequestEvents)
      .where(isOwn);
    if ((kept?.characters ?? 0) > maxCharacters) {
      throw new AppError("conflict", { sentence: contactRequestMessages.notesFull });
    }
    return toContactRequest(await refreshContactRequest(deps, tx, row));
  });
}
