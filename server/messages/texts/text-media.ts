// Opens a picture or a file that came with a text. It stays at the provider, and is passed on only.
import { and, eq, isNull } from "drizzle-orm";
import { textMessages } from "#content/messages.ts";
import { TextMediaType } from "#contract/texts.ts";
import { leads, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { thisText } from "./lead-texts.ts";

type MediaKey = { clientId: string; leadId: string; textId: string; index: number };
export type OpenedMedia = { type: TextMediaType; bytes: Uint8Array<ArrayBuffer> };

/**
 * Throws `not_found`, also once the provider has deleted it; `conflict` if it is too large or of a
 * kind that we don't pass on; `unavailable` if the provider can't be asked.
 */
export async function openTextMedia(
  deps: Deps,
  { clientId, leadId, textId, index }: MediaKey,
): Promise<OpenedMedia> {
  await deps.limits.count("textMediaPerPractice", clientId);
  const [text] = await deps.db
    .select({ sid: texts.sid, media: texts.media })
    .from(texts)
    .innerJoin(
      leads,
      and(eq(leads.clientId, clientId), eq(leads.id, texts.leadId), isNull(leads.deletedAt)),
    )
    .where(and(thisText({ clientId, textId }), eq(texts.leadId, leadId)));
  const id = text?.media[index]?.id;
  if (!text?.sid || !id) throw new AppError("not_found");
  const file = (await deps.texts?.readMedia(text.sid, id)) ?? "unavailable";
  if (file === "missing") throw new AppError("not_found");
  if (file === "unavailable") throw new AppError("unavailable");
  // The provider's own word counts, not what it said when the text came.
  const type = file === "too_large" ? undefined : TextMediaType.safeParse(file.type).data;
  if (file === "too_large" || !type) {
    throw new AppError("conflict", { sentence: textMessages.cannotOpen });
  }
  return { type, bytes: file.bytes };
}
