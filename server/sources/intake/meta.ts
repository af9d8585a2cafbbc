// Meta Lead Ads: a signed webhook notifies us of a lead, and the lead is then fetched from the
// Graph API.
import { createHmac } from "node:crypto";
import { type MetaChallenge, MetaDelivery, MetaLeadgen } from "#contract/intake.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { hasAtMost, parseKeepingIds } from "#server/http/json.ts";
import { type AnnouncedLead, storeDelivery } from "./deliveries.ts";
import { isSameText } from "./same-text.ts";

/**
 * Returns the challenge if the verify token is ours. Throws `forbidden`, including if we have none.
 */
export function answerChallenge(
  deps: Deps,
  query: { [key in keyof typeof MetaChallenge.shape]: string },
): string {
  const token = deps.config.meta.verifyToken;
  if (!token || !isSameText(query["hub.verify_token"], token)) throw new AppError("forbidden");
  return query["hub.challenge"];
}

/**
 * Stores a delivery and the leads that it names, with a job for each lead, before it returns.
 * Idempotent for each lead. If the signature is wrong or there is no app secret, stores nothing and
 * throws `unauthorized`.
 */
export async function receiveDelivery(
  deps: Deps,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  if (!isSignedByMeta(deps, rawBody, signature)) throw new AppError("unauthorized");
  const body = rawBody.toString("utf8");
  const receivedAt = deps.now();
  await storeDelivery(deps, { body, announced: readDelivery(body, receivedAt), receivedAt });
}

/** Replaces the body of a stored delivery by just the platform's id of this lead. */
export function eraseFromDelivery(body: string, platformLeadId: string): string {
  const delivery = MetaDelivery.parse(parseKeepingIds(body));
  const entry = delivery.entry.map(({ id, changes }) => ({
    id,
    changes: changes.map(({ field, value }) => {
      const isErased = MetaLeadgen.safeParse(value).data?.leadgen_id === platformLeadId;
      return { field, value: isErased ? { leadgen_id: platformLeadId } : value };
    }),
  }));
  return JSON.stringify({ object: delivery.object, entry });
}

function isSignedByMeta(deps: Deps, rawBody: Buffer, signature: string | undefined): boolean {
  const secret = deps.config.meta.appSecret;
  if (!secret || !signature) return false;
  const expected = `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`;
  return isSameText(signature, expected);
}

/**
 * The maximum number of values. A megabyte of leads has fewer, and a megabyte of empty records has
 * three times as many.
 */
const maxValues = 100_000;

/**
 * Returns the leads that a delivery names. Ignores events for other fields and in unknown formats.
 */
function readDelivery(body: string, receivedAt: Date): AnnouncedLead[] {
  const value = parseKeepingIds(body);
  // The limit is checked first, because the schema validates every value.
  if (!hasAtMost(maxValues, value)) throw new AppError("malformed");
  const delivery = MetaDelivery.safeParse(value);
  if (!delivery.success) throw new AppError("malformed");
  if (delivery.data.object !== "page") return [];
  return delivery.data.entry.flatMap((entry) =>
    entry.changes
      .filter((change) => change.field === "leadgen")
      .flatMap((change) => MetaLeadgen.safeParse(change.value).data ?? [])
      .map(({ leadgen_id, form_id, page_id = entry.id ?? "0", created_time }) => ({
        leadgen_id,
        form_id,
        page_id,
        created_time: created_time ?? Math.floor(receivedAt.getTime() / 1000),
      })),
  );
}
