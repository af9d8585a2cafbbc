// Whether a practice texts its leads.
import { eq } from "drizzle-orm";
import { textMessages } from "#content/messages.ts";
import type { TextSettings } from "#contract/texts.ts";
import { canHaveTexts } from "#server/accounts/people/practice-texts.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/** Handles `GET /api/texts/settings`. */
export async function getTextSettings(
  deps: Pick<Deps, "db" | "texts">,
  { clientId }: SignedInClient,
): Promise<TextSettings> {
  const [practice] = await deps.db
    .select({ phoneNumber: clients.phoneNumber, textsOnAt: clients.textsOnAt })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  return {
    isPossible: canHaveTexts(deps, practice),
    number: practice.phoneNumber,
    isOn: practice.textsOnAt !== null,
  };
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
