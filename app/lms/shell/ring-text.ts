// What a lead's ring says on screen, until the call itself is shown.
import { callWords } from "#content/desk/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { plainName } from "./names.tsx";

/** Returns an empty text without a ring, and once the lead's phone rings. */
export function ringText({ ring }: Pick<Lead, "ring">): string {
  if (ring?.step !== "ringing" && ring?.step !== "connecting") return "";
  return callWords[ring.step](plainName(ring.phoneName));
}
