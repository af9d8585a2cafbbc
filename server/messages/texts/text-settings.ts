// Whether a practice texts its leads.
import { eq } from "drizzle-orm";
import { textMessages } from "#content/messages.ts";
import type { MissedCallText, TextSettings } from "#contract/texts.ts";
import { canHaveTexts } from "#server/accounts/people/practice-texts.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { missedCallWords, usualMissedCallWords } from "./missed-call-words.ts";

/** Handles `GET /api/texts/settings`. */
export async function getTextSettings(
  deps: Pick<Deps, "db" | "texts">,
  { clientId }: SignedInClient,
): Promise<TextSettings> {
  const [practice] = await deps.db.select().from(clients).where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  return {
    isPossible: canHaveTexts(deps, practice),
    number: practice.phoneNumber,
    isOn: practice.textsOnAt !== null,
    missedCall: {
      isOn: practice.missedCallTextOnAt !== null,
      text: missedCallWords(practice),
    },
  };
}

/**
 * Turns the text that answers a missed call on or off, and stores its words; the usual ones aren't
 * stored, so that they follow the practice's name. While texts to leads are off, none is sent.
 */
export async function changeMissedCallText(
  deps: Pick<Deps, "db" | "now">,
  { clientId }: SignedInClient,
  { isOn, text }: MissedCallText,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [practice] = await tx
      .select()
      .from(clients)
      .where(eq(clients.id, clientId))
      .for("no key update");
    if (!practice) throw new AppError("not_found");
    await tx
      .update(clients)
      .set({
        missedCallTextOnAt: isOn ? (practice.missedCallTextOnAt ?? deps.now()) : null,
        missedCallText: text === usualMissedCallWords(practice.name) ? null : text,
      })
      .where(eq(clients.id, clientId));
  });
}

/**
 * Turns texts to leads on or off. Texts that wait are judged again before they are sent. Throws
 * `conflict` if they are turned on without a provider or the practice's own number.
 */
export async function switchTexts(
  deps: Pick<Deps, "db" | "now" | "texts">,
  { clientId }: SignedInClient,
  isOn: boolean,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [practice] = await tx
      .select({ phoneNumber: clients.phoneNumber, textsOnAt: clients.textsOnAt })
      .from(clients)
      .where(eq(clients.id, clientId))
      .for("no key update");
    if (!practice) throw new AppError("not_found");
    if (isOn && !canHaveTexts(deps, practice)) {
      throw new AppError("conflict", { sentence: textMessages.noNumber });
    }
    const textsOnAt = isOn ? (practice.textsOnAt ?? deps.now()) : null;
    await tx.update(clients).set({ textsOnAt }).where(eq(clients.id, clientId));
  });
}
