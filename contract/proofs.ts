// Re-authentication: the proof that a session's person is at the screen. Given at login, and again
// before exporting or erasing data (`provenRights`) if older than `proofMinutes`.
import { z } from "zod";
import { instant } from "./fields.ts";

/** `GET …/proofs`: there is a recent proof; otherwise the response is 403 `proof_required`. */
export const Proof = z.object({
  /** Null for a live demo's session, which has no password and is never asked. */
  provenAt: instant.nullable(),
});
