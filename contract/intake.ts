// The data that lead platforms send, in their documented formats.
import { z } from "zod";
import { instant, requiredLine, uuid } from "./fields.ts";

/**
 * Meta's challenge for a new subscription: developers.facebook.com, "Webhooks: getting started".
 */
export const MetaChallenge = z.object({
  "hub.mode": z.literal("subscribe"),
  "hub.verify_token": z.string().max(500),
  "hub.challenge": z.string().max(500),
});

/** A platform's id. It consists of digits, and may not fit in a JavaScript number. */
const platformId = z.coerce.string().regex(/^\d{1,30}$/, "invalid");

/**
 * A `leadgen` event: developers.facebook.com, "Webhooks for leads". Times are Unix seconds. Only
 * the lead's id is required, because an event without the other fields is stored and reported to
 * the owner.
 */
export const MetaLeadgen = z.object({
  leadgen_id: platformId,
  page_id: platformId.optional().catch(undefined),
  form_id: platformId.catch("0"),
  created_time: z.coerce.number().int().positive().max(4_102_444_800).optional().catch(undefined),
});
export type MetaLeadgen = z.infer<typeof MetaLeadgen>;

/** A delivery. It can have many entries, and changes to fields that we don't handle. */
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
 * `POST /api/intake/form/{key}`: a web form's fields, as JSON or form-encoded, all optional and of
 * any type. Other common names, and names that the owner maps, work too. The rest is stored as
 * answers. An answer named `language`, `lang` or `locale` also sets the person's language.
 */
export const formFields = [
  "firstName",
  "lastName",
  /** The whole name, for forms with a single name field. */
  "name",
  "email",
  "phone",
  /** The old product's spelling of `phone`. */
  "phoneNumber",
  /** When the person pressed Submit, as an instant. It's ignored if it's more than a day ago. */
  "timeReceived",
  /** The old product's spelling of `timeReceived`. */
  "timeRecieved",
  /** Generated when the form opens, so that the submission is idempotent. */
  "submissionId",
  /** The consent sentence shown next to the form. */
  "consent",
  /** A honeypot, which people leave empty and bots fill in. */
  "website_url",
] as const;
export type FormField = (typeof formFields)[number];

/** The maximum number of fields. Each choice of a multi-select counts. */
export const maxFormFields = 300;

export const FormReceived = z.object({ received: z.literal(true) });

const digits = z.string().regex(/^\d{1,30}$/, "invalid");

/** A form of a page, by the platform's ids. */
export const FormOfPage = z.object({ page: digits, form: digits });
export type FormOfPage = z.infer<typeof FormOfPage>;

/**
 * The failed lead notifications of one form, which are about leads that couldn't be fetched, with
 * the newest reason.
 */
const FailedLeadNotificationGroup = z.object({
  page: z.string(),
  form: z.string(),
  /** The source to which the form is connected, or null if there is none. */
  source: z.object({ _id: uuid, name: z.string(), practice: z.string() }).nullable(),
  /** How many leads are neither imported nor dismissed. */
  count: z.int(),
  /** How many of them we stopped trying to fetch. */
  failed: z.int(),
  /** The newest lead's reason, or null if none has failed since the last retry. */
  problem: z.string().nullable(),
  /** When the newest lead was submitted. */
  announcedAt: instant,
});
export type FailedLeadNotificationGroup = z.infer<typeof FailedLeadNotificationGroup>;

/** `GET /api/admin/failed-lead-notifications`: up to 200 forms, newest lead first. */
export const FailedLeadNotifications = z.object({ groups: z.array(FailedLeadNotificationGroup) });
export type FailedLeadNotifications = z.infer<typeof FailedLeadNotifications>;

/**
 * `POST /api/admin/failed-lead-notifications/dismissals`: `failed` is the number that the owner
 * saw.
 */
export const FailedLeadNotificationsDismissal = FormOfPage.extend({
  failed: z.int().min(1, "out_of_range"),
});
export type FailedLeadNotificationsDismissal = z.infer<typeof FailedLeadNotificationsDismissal>;

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/**
 * `POST /api/intake/google/{key}`: a lead from a Google Ads lead form, as documented at
 * https://developers.google.com/google-ads/webhook/docs/implementation. Its ids are 64-bit numbers.
 */
export const GoogleLead = z.object({
  lead_id: scalar.pipe(requiredLine(300)),
  google_key: z.string().max(200).catch(""),
  /**
   * The key as spelled on Google's page of samples. Google's developer page uses the other
   * spelling.
   */
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

/** The response that Google expects once a lead is stored. */
export const GoogleReceived = z.object({});

/** `POST /api/intake/webhook/{key}`: returns 202 if no contact details were found in the body. */
export const WebhookReceived = z.object({ received: z.literal(true), needsMapping: z.boolean() });
