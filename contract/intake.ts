// What the platforms send, in their own documented formats.
import { z } from "zod";
import { emailAddress, instant, line } from "./fields.ts";

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
 * `POST /api/intake/form/{key}`: a web form, as JSON or form-encoded. The old product's spellings
 * `phoneNumber` and `timeRecieved` are taken too. Whatever else it sends is kept as an answer.
 */
export const FormSubmission = z.object({
  firstName: line(120).optional(),
  lastName: line(120).optional(),
  /** For forms with one field for the name. */
  name: line(240).optional(),
  email: z.union([emailAddress, z.literal("")]).optional(),
  phone: line(60).optional(),
  phoneNumber: line(60).optional(),
  /** When the person pressed Submit, if the form says so and it can be read; never later than now. */
  timeReceived: instant.optional().catch(undefined),
  timeRecieved: instant.optional().catch(undefined),
  /** Made when the form opens: the same fields with it again change nothing. */
  submissionId: line(100).optional(),
  /** The consent sentence that stood beside the form. */
  consent: line(1000).optional(),
  /** Left empty by people; programs fill in every field. */
  website_url: z.string().max(2000).optional(),
});
export type FormSubmission = z.infer<typeof FormSubmission>;

export const FormReceived = z.object({ received: z.literal(true) });

/** A lead that a platform announced and that is in no desk yet, with its reason. */
export const StrandedLead = z.object({
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
export const StrandedLeads = z.object({ stranded: z.array(StrandedLead) });
export type StrandedLeads = z.infer<typeof StrandedLeads>;
