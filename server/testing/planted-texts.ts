// A practice's rows about texts: one to a lead, one from a number that is no lead's, and an opt-out.
import { randomUUID } from "node:crypto";
import { textStops, texts } from "#server/db/schema.ts";
import type { TestApp } from "./test-app.ts";

/** `word` is in every text. */
export async function seedTexts(
  { deps: { db }, clock }: TestApp,
  {
    of: { clientId, id },
    ...rows
  }: { of: { clientId: string; id: string }; leadId: string; accountId: string; word: string },
) {
  const { leadId, accountId, word } = rows;
  const one = { clientId, segments: 1, createdAt: clock.now };
  await db.insert(texts).values([
    {
      ...{ ...one, id, leadId, accountId, direction: "out", state: "delivered", attempts: 1 },
      ...{ phone: `${word} number`, body: `${word} text`, sid: `${word} sent ${id}` },
    },
    {
      ...{ ...one, id: randomUUID(), direction: "in", state: "received" },
      ...{ phone: `${word} stranger`, body: `${word} asks`, sid: `${word} received ${id}` },
    },
  ]);
  const numberHash = `${word} opted out ${id}`;
  await db
    .insert(textStops)
    .values({ clientId, numberHash, reason: "words", stoppedAt: clock.now });
}
