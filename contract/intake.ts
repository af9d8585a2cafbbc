// What the lead platforms send, in their own documented formats.
import { z } from "zod";
import { instant, requiredLine } from "./fields.ts";

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
 * the lead's id is required: an event without the rest is stored and reported to the owner.
 */
export const MetaLeadgen = z.object({
  leadgen_id: platformId,
  page_id: platformId.optional().catch(undefined),
  form_id: platformId.catch("0"),
  created_time: z.coerce.number().int().positive().max(4_102_444_800).optional().catch(undefined),
});
export type MetaLeadgen = z.infer<typeof MetaLeadgen>;

/** A delivery may carry many entries, and changes of fields that we do not handle. */
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
 * `POST /api/intake/form/{key}`: the fields of a web form, as JSON or a form, each optional and of
 * any type. Other usual names of the person's fields are recognized, too, and those that the owner
 * maps. All others, and unusable values, are stored as answers; one named `language`, `lang` or
 * `locale` also sets the person's language.
 */
export const formFields = [
  "firstName",
  "lastName",
  /** Used by forms with a single name field. */
  "name",
  "email",
  "phone",
  /** The old product's spelling of `phone`. */
  "phoneNumber",
  /** When the person pressed Submit, as an instant; ignored if more than a day ago. */
  "timeReceived",
  /** The old product's spelling of `timeReceived`. */
  "timeRecieved",
  /** Generated when the form opens. Makes the submission idempotent. */
  "submissionId",
  /** The consent sentence shown next to the form. */
  "consent",
  /** A honeypot: people leave it empty, bots fill it in. */
  "website_url",
] as const;
export type FormField = (typeof formFields)[number];

/** The maximum number of fields; each choice of a multi-select counts. */
export const maxFormFields = 300;

export const FormReceived = z.object({ received: z.literal(true) });

/**
 * A failed lead notification: a lead that a platform notified us about but that couldn't be
 * fetched, with the reason.
 */
export const FailedLeadNotification = z.object({
  _id: z.string(),
  page: z.string(),
  form: z.string(),
  announcedAt: instant,
  receivedAt: instant,
  attempts: z.int(),
  problem: z.string().nullable(),
  /** When we gave up, or null if still being retried. */
  failedAt: instant.nullable(),
});
export const FailedLeadNotifications = z.object({
  failedLeadNotifications: z.array(FailedLeadNotification),
});
export type FailedLeadNotifications = z.infer<typeof FailedLeadNotifications>;

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/**
 * `POST /api/intake/google/{key}`: a lead of a Google Ads lead form, as documented in
 * https://developers.google.com/google-ads/webhook/docs/implementation. Ids are 64-bit numbers.
 */
export const GoogleLead = z.object({
  lead_id: scalar.pipe(requiredLine(300)),
  google_key: z.string().max(200).catch(""),
  /** The spelling on Google's page of samples; its page for developers has the other spelling. */
  Google_key: z.string().max(200).catch(""),
  is_test: z.boolean().catch(false),
  campaign_id: platformId.optional().catch(undefined),
  lead_submit_time: z.string().max(100).optional().catch(undefined),
  user_column_data: z
    .array(
      z
        .object({
          column_id: scalar.catch(""),
          column_name: scalar.catch(""),
          string_value: scalar.catch(""),
        })
        .catch({ column_id: "", column_name: "", string_value: "" }),
    )
    .catch([]),
});
export type GoogleLead = z.infer<typeof GoogleLead>;

/** What Google expects once a lead is stored. */
export const GoogleReceived = z.object({});

/** `POST /api/intake/webhook/{key}`: 202 when no person was found in it. */
export const WebhookReceived = z.object({ received: z.literal(true), needsMapping: z.boolean() });
