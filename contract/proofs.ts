// Re-authentication (step-up): proof that the session's own person is at the screen. Given at
// login, and again before exporting or erasing data (`provenRights`) if it's older than
// `proofMinutes`.
import { z } from "zod";
import { instant } from "./fields.ts";

/** `GET …/proofs`: returns a recent proof, or 403 `proof_required` if there is none. */
export const Proof = z.object({
  /** Null for a live demo's session, which doesn't have a password and is never asked for one. */
  provenAt: instant.nullable(),
});
