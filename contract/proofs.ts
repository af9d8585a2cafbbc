// The proof that a session's person is at the screen: at login, and again before what takes data
// away (`provenRights`), when the last one is older than `proofMinutes`.
import { z } from "zod";
import { instant } from "./fields.ts";

/** `GET …/proofs`: there is a recent proof; else the answer is 403 `proof_required`. */
export const Proof = z.object({
  /** Null: a live demo's session, which has no password and is never asked. */
  provenAt: instant.nullable(),
});
