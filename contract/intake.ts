// What the platforms send, in their own documented formats.
import { z } from "zod";
import { instant } from "./fields.ts";

/** Meta's subscription challenge: developers.facebook.com, "Webhooks: getting started". */
export const MetaChallenge = z.object({
  "hub.mode": z.literal("subscribe"),
  "hub.verify_token": z.string().max(500),
  "hub.challenge": z.string().max(500),
});

/** A platform's id: digits that do not fit a JavaScript number. */
export const platformId = z.coerce.string().regex(/^\d{1,30}$/, "invalid");

/**
 * One `leadgen` event: developers.facebook.com, "Webhooks for leads". Times are Unix seconds. Only
 * the lead's id is indispensable: an event that lacks the rest is kept, and told to the owner.
 */
export const MetaLeadgen = z.object({
  leadgen_id: platformId,
  page_id: platformId.optional().catch(undefined),
  form_id: platformId.catch("0"),
  created_time: z.coerce.number().int().positive().max(4_102_444_800).optional().catch(undefined),
});
export type MetaLeadgen = z.infer<typeof MetaLeadgen>;

/** A delivery may carry many entries, and changes of other fields that are none of ours. */
export const MetaDelivery = z.object({
  object: z.string().max(50),
  entry: z
    .array(
      z.object({
        id: platformId.optional(),
        changes: z
          .array(z.object({ field: z.string().max(100), value: z.unknown() }))
          .max(1000)
          .default([]),
      }),
    )
    .max(1000),
});
export type MetaDelivery = z.infer<typeof MetaDelivery>;

/**
 * `POST /api/intake/form/{key}`: the fields of a web form, as JSON or form-encoded, each optional and
 * of any type. Whatever else it sends is kept as an answer, and so is what cannot be used.
 */
export const formFields = [
  "firstName",
  "lastName",
  /** For forms with one field for the name. */
  "name",
  "email",
  "phone",
  /** The old product's spelling of `phone`. */
  "phoneNumber",
  /** When the person pressed Submit, as an instant: counts if it is at most a day ago. */
  "timeReceived",
  /** The old product's spelling of `timeReceived`. */
  "timeRecieved",
  /** Made when the form opens: the same fields with it again change nothing. */
  "submissionId",
  /** The consent sentence that stood beside the form. */
  "consent",
  /** Left empty by people; programs fill in every field. */
  "website_url",
] as const;
export type FormField = (typeof formFields)[number];

/** A form has no more fields than this, each choice of a list counted. */
export const mostFormFields = 300;

export const FormReceived = z.object({ received: z.literal(true) });

/** A lead that a platform announced and that is in no desk yet, with its reason. */
export const FailedImport = z.object({
  _id: z.string(),
  page: z.string(),
  form: z.string(),
  announcedAt: instant,
  receivedAt: instant,
  attempts: z.int(),
  problem: z.string().nullable(),
  /** Null: it is still being tried. */
  failedAt: instant.nullable(),
});
export const FailedImports = z.object({ failedImports: z.array(FailedImport) });
export type FailedImports = z.infer<typeof FailedImports>;
