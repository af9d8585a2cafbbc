// Whether a practice exchanges texts with its leads.
import type { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Practice = Pick<typeof clients.$inferSelect, "phoneNumber" | "textsOnAt">;

/** Checks whether a practice may turn texts on: a provider is configured, and it has a number. */
export function canHaveTexts(
  { texts }: Pick<Deps, "texts">,
  { phoneNumber }: Pick<Practice, "phoneNumber">,
): boolean {
  return texts !== null && phoneNumber !== null;
}

/** Checks whether a practice texts its leads. If not, no screen mentions it. */
export function areTextsOn(deps: Pick<Deps, "texts">, practice: Practice): boolean {
  return canHaveTexts(deps, practice) && practice.textsOnAt !== null;
}
