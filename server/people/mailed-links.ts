// Emailed links that prove an email address: single use, with an expiry. The token is derived from
// the link's id and SECRET when the email is sent, so it isn't stored in the table, the mail log or
// a backup.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { dayMs, hourMs } from "#contract/durations.ts";
import { ownerInvitationDays } from "#contract/owners.ts";
import { invitationDays } from "#contract/people.ts";
import type { Transaction } from "#server/db/database.ts";
import { type linkPurposes, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

export type LinkPurpose = (typeof linkPurposes)[number];
export type MailedLink = typeof mailedLinks.$inferSelect;

const lifeMs: Record<LinkPurpose, number> = {
  invitation: 14 * dayMs,
  join_practice: invitationDays * dayMs,
  join_owners: ownerInvitationDays * dayMs,
  join_helpers: ownerInvitationDays * dayMs,
  confirm_address: 7 * dayMs,
  reset_password: hourMs,
  change_address_old: dayMs,
  change_address_new: dayMs,
  // This is the default; the booking sets the actual expiry.
  change_booking: dayMs,
};

/** The placeholder in an email's text until it is sent. */
const tokenPlaceholder = "[token]";

type NewLink = Pick<typeof mailedLinks.$inferInsert, "purpose" | "email"> &
  Partial<
    Pick<
      MailedLink,
      | "id"
      | "accountId"
      | "newEmail"
      | "adminCode"
      | "contactRequestId"
      | "practiceName"
      | "templateSetId"
      | "expiresAt"
    >
  >;

/** Writes a link; its email carries the id. Writing the same id again has no effect. */
export async function writeLink(
  deps: Pick<Deps, "config" | "now">,
  tx: Transaction,
  link: NewLink,
): Promise<string> {
  const id = link.id ?? randomUUID();
  await tx
    .insert(mailedLinks)
    .values({
      ...link,
      id,
      tokenHash: hashToken(tokenOf(deps.config.secret, id)),
      createdAt: deps.now(),
      expiresAt: link.expiresAt ?? new Date(deps.now().getTime() + lifeMs[link.purpose]),
    })
    .onConflictDoNothing();
  return id;
}

/** Returns a page's URL with the token placeholder, always on our own origin. */
export function linkTo(deps: Pick<Deps, "config">, path: string): string {
  return `${deps.config.origin}${path}?t=${tokenPlaceholder}`;
}

/** Fills the tokens into an email's text when it is sent. No other code writes a token. */
export function fillToken(text: string, secret: string, linkId: string): string {
  return text.replaceAll(tokenPlaceholder, tokenOf(secret, linkId));
}

/** Finds a valid link without using it up. */
export async function findLink(
  deps: Pick<Deps, "now">,
  db: Transaction | Deps["db"],
  token: string,
  purposes: LinkPurpose[],
): Promise<MailedLink | null> {
  const [link] = await db
    .select()
    .from(mailedLinks)
    .where(isGood(deps, token, purposes));
  return link ?? null;
}

/** Uses up a link. Exactly one of two concurrent requests with the same link gets it. */
export async function consumeLink(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  token: string,
  purposes: LinkPurpose[],
): Promise<MailedLink | null> {
  const [link] = await tx
    .update(mailedLinks)
    .set({ usedAt: deps.now() })
    .where(isGood(deps, token, purposes))
    .returning();
  return link ?? null;
}

/** Changes the expiry of a link that may be used more than once. */
export async function prolongLink(tx: Transaction, linkId: string, expiresAt: Date) {
  await tx.update(mailedLinks).set({ expiresAt }).where(eq(mailedLinks.id, linkId));
}

/** Voids an account's older links of the same kind, or all of its links after a new password. */
export async function voidLinks(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  accountId: string,
  purposes?: LinkPurpose[],
): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ voidedAt: deps.now() })
    .where(
      and(
        eq(mailedLinks.accountId, accountId),
        purposes && inArray(mailedLinks.purpose, purposes),
        isNull(mailedLinks.voidedAt),
      ),
    );
}

/** Voids one link. */
export async function voidLink(deps: Pick<Deps, "now">, tx: Transaction, linkId: string) {
  await tx
    .update(mailedLinks)
    .set({ voidedAt: deps.now() })
    .where(and(eq(mailedLinks.id, linkId), isNull(mailedLinks.voidedAt)));
}

/** Lists the valid links of these kinds, for one account or for all, newest first. */
export function listOpenLinks(
  deps: Pick<Deps, "now"> & { db: Deps["db"] | Transaction },
  purposes: LinkPurpose[],
  accountId?: string,
): Promise<MailedLink[]> {
  return deps.db
    .select()
    .from(mailedLinks)
    .where(
      and(isOpen(deps, purposes), accountId ? eq(mailedLinks.accountId, accountId) : undefined),
    )
    .orderBy(desc(mailedLinks.createdAt));
}

function isGood(deps: Pick<Deps, "now">, token: string, purposes: LinkPurpose[]) {
  return and(eq(mailedLinks.tokenHash, hashToken(token)), isOpen(deps, purposes));
}

/** The condition for links that aren't used, voided or expired. */
function isOpen(deps: Pick<Deps, "now">, purposes: LinkPurpose[]) {
  return and(
    inArray(mailedLinks.purpose, purposes),
    isNull(mailedLinks.usedAt),
    isNull(mailedLinks.voidedAt),
    gt(mailedLinks.expiresAt, deps.now()),
  );
}

/** Returns 256 bits in base64url. */
function tokenOf(secret: string, linkId: string): string {
  return createHmac("sha256", secret).update(`mailed link ${linkId}`).digest("base64url");
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
