// A practice's rows about texts and incoming calls: each with a lead, and with a number that is no
// lead's, and an opt-out.
import { randomUUID } from "node:crypto";
import { incomingCalls, textStops, texts } from "#server/db/schema.ts";
import type { TestApp } from "./test-app.ts";

/** `word` is in every text. Returns the id of one with a picture. */
export async function seedTexts(
  { deps: { db }, clock, textMedia }: TestApp,
  {
    of: { clientId, id },
    ...rows
  }: { of: { clientId: string; id: string }; leadId: string; accountId: string; word: string },
) {
  const { leadId, accountId, word } = rows;
  const received = { id: randomUUID(), sid: `${word} received ${id}` };
  textMedia.set(`${received.sid} ME1`, { type: "image/png", bytes: new Uint8Array([1]) });
  const one = { clientId, segments: 1, createdAt: clock.now };
  await db.insert(texts).values([
    {
      ...{ ...one, id, leadId, accountId, direction: "out", state: "undone" },
      ...{ phone: `${word} number`, body: `${word} undone` },
    },
    {
      ...{ ...one, id: randomUUID(), leadId, accountId, direction: "out" },
      ...{ state: "delivered", attempts: 1 },
      ...{ phone: `${word} number`, body: `${word} text`, sid: `${word} sent ${id}` },
    },
    {
      ...{ ...one, ...received, leadId, direction: "in", state: "received", mediaCount: 1 },
      ...{
        phone: `${word} number`,
        body: `${word} shows`,
        media: [{ id: "ME1", type: "image/png" }],
      },
    },
    {
      ...{ ...one, id: randomUUID(), direction: "in", state: "received" },
      ...{ phone: `${word} stranger`, body: `${word} asks`, sid: `${word} asks ${id}` },
    },
  ]);
  const call = { clientId, receivedAt: clock.now, endedAt: clock.now, phoneName: `${word} desk` };
  await db.insert(incomingCalls).values([
    {
      ...{ ...call, id, leadId, outcome: "answered", officePhoneId: id, acceptedAt: clock.now },
      ...{ phone: `${word} number`, sid: `${word} called ${id}` },
    },
    {
      ...{ ...call, id: randomUUID(), outcome: "missed", sid: `${word} missed ${id}` },
      phone: `${word} stranger`,
    },
  ]);
  const numberHash = `${word} opted out ${id}`;
  await db
    .insert(textStops)
    .values({ clientId, numberHash, reason: "words", stoppedAt: clock.now });
  return received.id;
}
