// What the platforms send, in their own documented formats.
import { z } from "zod";

/** Meta's subscription challenge: developers.facebook.com, "Webhooks: getting started". */
export const MetaChallenge = z.object({
  "hub.mode": z.literal("subscribe"),
  "hub.verify_token": z.string().max(500),
  "hub.challenge": z.string().max(500),
});

/** A platform's id: digits that do not fit a JavaScript number. */
const platformId = z.coerce.string().regex(/^\d{1,30}$/, "invalid");

/** One `leadgen` event: developers.facebook.com, "Webhooks for leads". Times are Unix seconds. */
export const MetaLeadgen = z.object({
  leadgen_id: platformId,
  page_id: platformId,
  form_id: platformId,
  created_time: z.coerce.number().int().positive().max(4_102_444_800),
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
