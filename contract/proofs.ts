// Re-authentication (step-up): a proof that the session's own person is at the screen. The proof is
// given at login. If it's older than `proofMinutes`, it must be given again before exporting or
// erasing data (`provenRights`).
import { z } from "zod";
import { instant } from "./fields.ts";

/** `GET …/proofs`: returns a recent proof, or 403 `proof_required` if there is none. */
export const Proof = z.object({
  /**
   * When the proof was given. Null for a live demo's session, which doesn't have a password and is
   * never asked for a proof.
   */
  provenAt: instant.nullable(),
});
