// A practice's pictures are stored as its own rows and attached to its emails, so that opening an
// email doesn't send a request (no tracking).
import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { pictureMessages } from "#content/messages.ts";
import { type Picture, type PictureUpload, pictureLimits } from "#contract/pictures.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { pictures } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import type { OutgoingMail } from "#server/outside/mail.ts";
import { encodePicture } from "./encode-picture.ts";

type Reader = { db: Database | Transaction };

/**
 * Stores a picture; storing the same picture again returns the same row. Throws `invalid` if it
 * isn't a picture.
 */
export async function addPicture(
  deps: Deps,
  { clientId }: SignedInClient,
  { content }: PictureUpload,
): Promise<Picture> {
  await deps.limits.count("picturePerPractice", clientId);
  // Uploads wait for their turn, because the largest picture takes 120 MB while it is decoded.
  const encoded = await deps.queues.pictures.run(clientId, () =>
    encodePicture(Buffer.from(content, "base64")),
  );
  if (!encoded) throw new AppError("invalid", { fields: { content: "not_a_picture" } });
  const digest = createHash("sha256").update(encoded.content).digest("hex");
  const id = await deps.db.transaction(async (tx) => {
    // Uploads are serialized, so that two can't both take the last free place.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`pictures ${clientId}`}, 0))`,
    );
    const [known] = await tx
      .select({ id: pictures.id })
      .from(pictures)
      .where(and(eq(pictures.clientId, clientId), eq(pictures.digest, digest)));
    if (known) return known.id;
    const kept = await tx.$count(pictures, eq(pictures.clientId, clientId));
    if (kept >= pictureLimits.perPractice) {
      const sentence = pictureMessages.full(pictureLimits.perPractice);
      throw new AppError("conflict", { sentence });
    }
    const values = { ...encoded, clientId, digest, createdAt: deps.now() };
    const [row] = await tx.insert(pictures).values(values).returning({ id: pictures.id });
    if (!row) throw new Error("The picture was not stored");
    return row.id;
  });
  return { _id: id, width: encoded.width, height: encoded.height };
}

/** Returns a JPEG. Throws `not_found`, even for another practice's picture. */
export async function getPicture(deps: Deps, clientId: string, pictureId: string): Promise<Buffer> {
  const [row] = await findPictures(deps, clientId, [pictureId]);
  if (!row) throw new AppError("not_found");
  return row.content;
}

/**
 * Throws `invalid` if sanitized rich text shows pictures that the practice doesn't have, or too
 * many.
 */
export async function refuseUnknownPictures(
  { db }: Reader,
  clientId: string,
  body: string,
): Promise<void> {
  const shown = idsIn(body, inRichText);
  if (shown.length === 0) return;
  if (shown.length > pictureLimits.perEmail) {
    throw new AppError("invalid", { fields: { body: "too_many_pictures" } });
  }
  const known = await db.$count(
    pictures,
    and(eq(pictures.clientId, clientId), inArray(pictures.id, shown)),
  );
  if (known < shown.length) throw new AppError("invalid", { fields: { body: "missing_picture" } });
}

/** Returns the files that a stored email shows, as attachments. */
export async function attachmentsOf(
  reader: Reader,
  clientId: string,
  html: string | null,
): Promise<NonNullable<OutgoingMail["attachments"]>> {
  const rows = await findPictures(reader, clientId, idsIn(html ?? "", inEmail));
  return rows.map(({ id, content }, index) => ({
    fileName: `picture-${index + 1}.jpg`,
    type: "image/jpeg",
    content,
    contentId: contentId(id),
  }));
}

/**
 * Returns the email with its pictures inlined, because the lead desk's frame can't load anything.
 */
export async function inlinePictures(
  reader: Reader,
  clientId: string,
  html: string,
): Promise<string> {
  const rows = await findPictures(reader, clientId, idsIn(html, inEmail));
  const contents = new Map(rows.map(({ id, content }) => [id, content.toString("base64")]));
  return html.replace(inEmail, (_, id: string) => {
    const content = contents.get(id);
    return content ? `src="data:image/jpeg;base64,${content}"` : "";
  });
}

/** Returns how an email's HTML refers to an attachment: https://www.rfc-editor.org/rfc/rfc2392. */
export function contentId(pictureId: string): string {
  return `${pictureId}@pictures`;
}

const id = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
const inRichText = new RegExp(`src="/api/pictures/${id}"`, "g");
const inEmail = new RegExp(`src="cid:${id}@pictures"`, "g");

function idsIn(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map(([, found = ""]) => found))];
}

async function findPictures({ db }: Reader, clientId: string, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: pictures.id, content: pictures.content })
    .from(pictures)
    .where(and(eq(pictures.clientId, clientId), inArray(pictures.id, ids)));
}
