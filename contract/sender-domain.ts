// Checks whether the domain of our sender has the DNS records that make other mail servers trust
// it.
import { z } from "zod";
import { line } from "./fields.ts";

/**
 * `missing`: there is no record. `several`: there are several records, which receivers ignore.
 * `wrong`: the record doesn't protect the domain or doesn't work.
 */
export const senderRecordStates = ["right", "missing", "several", "wrong"] as const;

const record = z.object({
  state: z.enum(senderRecordStates),
  /** The name of the record, or the last name that was looked up. */
  name: z.string(),
  /** The text of the record, up to 500 characters, or null if there is no record. */
  text: z.string().nullable(),
});
export type SenderRecord = z.infer<typeof record>;

/** `POST /api/admin/settings/sender-checks`. Returns 409 if the machine can't look up DNS names. */
export const SenderCheckRequest = z.object({
  /** The DKIM selector. If it's empty, the selectors that mail services commonly use are tried. */
  selector: line(63)
    .regex(/^[A-Za-z0-9._-]*$/, "invalid")
    .default(""),
});
export type SenderCheckRequest = z.infer<typeof SenderCheckRequest>;

export const SenderCheck = z.object({
  domain: z.string(),
  spf: record,
  dkim: record,
  dmarc: record,
});
export type SenderCheck = z.infer<typeof SenderCheck>;
