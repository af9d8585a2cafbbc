// Meta's Insights API: what a campaign did, by day.
// developers.facebook.com/docs/marketing-api/insights; the token needs `ads_read`.
import { z } from "zod";
import { roundCents } from "#contract/money.ts";
import { GraphRefusal, getJson, refusalOf } from "./graph.ts";

export type InsightDay = { day: string; impressions: number; clicks: number; spendCents: number };

/** Numbers come as strings. A missing number is zero: Meta omits events that didn't happen. */
const whole = z
  .string()
  .regex(/^\d{1,10}$/)
  .default("0")
  .transform(Number);
const Insights = z.object({
  data: z.array(
    z.object({
      date_start: z.iso.date(),
      date_stop: z.iso.date(),
      impressions: whole,
      clicks: whole,
      spend: z
        .string()
        .default("0")
        .transform(roundCents)
        .refine((cents) => cents !== null),
      account_currency: z.string(),
    }),
  ),
});

/** Days without delivery are omitted. Throws `GraphRefusal`. */
export async function readInsights(
  { graphUrl, apiVersion }: { graphUrl: string; apiVersion: string },
  asked: { platformCampaignId: string; token: string; since: string; until: string },
): Promise<InsightDay[]> {
  const { platformCampaignId, token, since, until } = asked;
  const url = new URL(
    `${graphUrl}/${apiVersion}/${encodeURIComponent(platformCampaignId)}/insights`,
  );
  url.searchParams.set("fields", "impressions,clicks,spend,account_currency");
  url.searchParams.set("time_increment", "1");
  url.searchParams.set("time_range", JSON.stringify({ since, until }));
  const { status, json } = await getJson(url, token);
  const insights = Insights.safeParse(json);
  if (status !== 200 || !insights.success) throw refusalOf(status, json, token);
  return insights.data.data.map((row) => {
    if (row.account_currency !== "USD") {
      throw new GraphRefusal(`The ad account's currency is ${row.account_currency}`, true);
    }
    const { date_start: day, date_stop, impressions, clicks, spend } = row;
    if (date_stop !== day) throw new GraphRefusal("Graph returned several days in one row", true);
    return { day, impressions, clicks, spendCents: spend ?? 0 };
  });
}
