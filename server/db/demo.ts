// The demo's practice: a few hundred believable leads in every state, up to this very minute.
// Everybody in it is made up: 555-01xx numbers, example.com addresses.
import type { CallOutcome } from "#contract/leads.ts";
import { seedInquiries } from "./demo-inquiries.ts";
import {
  makeCall,
  makeCampaign,
  makeEnquiry,
  makeMetaSource,
  makeOwner,
  makePractice,
  type Tools,
} from "./make.ts";

export const demoSource = { page: "1155501001", form: "2255501001" } as const;

const campaigns = [
  { name: "Clear aligners", platform: "meta", impressions: 1640 },
  { name: "Implant consult", platform: "google", impressions: 1120 },
  { name: "New patient exam", platform: "web", impressions: 540 },
  { name: "Whitening", platform: "meta", impressions: 380 },
] as const;

const firstNames =
  "Marisol Owen Tamika Russell Priya Grace Daniel Lucía Hank Beatrice Noah Imani Sofia Caleb Mei Arjun Ruth Diego Hannah Tyrone Elena Walter Keisha Ivan Nora Luis Paige Omar Jun Carla".split(
    " ",
  );
const lastNames =
  "Quintero Hartley Boyd Vance Raman Okafor Whitcombe Ferrer Sorensen Llewellyn-Marsh Pruitt Castellano Nguyen Abrams Delgado Fitch Moreau Sandoval Kowalski Rhodes".split(
    " ",
  );
// Not 813: whoever sends a lead by hand is likely to take a Tampa number, and a number is a person.
const areas = ["727", "941", "863"];
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Fills an empty database. The same seed gives the same people; the times count back from now. */
export async function seedDemo(tools: Tools, password: string): Promise<void> {
  const random = seeded(17);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const now = tools.now().getTime();

  await makeOwner(tools, { email: "owner@example.com", password });
  await seedInquiries(tools);
  const practice = await makePractice(tools, { email: "desk@example.com", password });
  const waiting = { name: "Pelican Chiropractic", email: "pelican@example.com", password };
  await makePractice(tools, { ...waiting, isApproved: false });
  const campaignIds: string[] = [];
  for (const campaign of campaigns) {
    const asOf = new Date(now - dayMs).toISOString().slice(0, 10);
    const made = await makeCampaign(tools, {
      clientId: practice.clientId,
      ...campaign,
      impressionsAsOf: asOf,
    });
    campaignIds.push(made.campaignId);
  }
  const source = await makeMetaSource(tools, practice.clientId, demoSource);

  let person = 0;
  const ask = (submittedAt: number) => {
    const index = person++;
    const first = firstNames[index % firstNames.length] ?? "";
    const last = lastNames[(index * 7 + Math.floor(index / 30)) % lastNames.length] ?? "";
    const area = areas[Math.floor(index / 100) % areas.length];
    return makeEnquiry(tools, practice.clientId, {
      firstName: first,
      lastName: last,
      email: `${first}.${last}.${index}@example.com`
        .toLowerCase()
        .normalize("NFD")
        .replace(/[^a-z0-9.@-]/g, ""),
      phone: `+1${area}55501${String(index % 100).padStart(2, "0")}`,
      submittedAt: new Date(submittedAt),
      receivedAt: new Date(submittedAt + 800),
      sourceId: source.sourceId,
      campaignId: pick(campaignIds),
    });
  };

  // Sixty days of history: most called in time, as a good desk does, some slow, some late.
  for (let index = 0; index < 240; index += 1) {
    const submittedAt = now - (60 - index / 4) * dayMs - random() * 8 * 60 * minuteMs;
    const { lead } = await ask(submittedAt);
    const luck = random();
    const waited =
      luck < 0.76 ? 1 + random() * 8.5 : luck < 0.91 ? 11 + random() * 45 : 65 + random() * 200;
    let calledAt = submittedAt + waited * minuteMs;
    for (const outcome of storyOf(random)) {
      await makeCall(tools, practice, lead._id, {
        calledAt: new Date(Math.min(calledAt, now - minuteMs)),
        outcome,
        callBackAt: new Date(now + (1 + random() * 5) * dayMs),
      });
      calledAt += (20 + random() * 600) * minuteMs;
    }
  }

  // This morning: call-backs that are due, and people whom nobody has called yet.
  for (const minutesAgo of [14, 95]) {
    const { lead } = await ask(now - 2 * dayMs);
    await makeCall(tools, practice, lead._id, {
      calledAt: new Date(now - 2 * dayMs + 3 * minuteMs),
      outcome: "call_back",
      callBackAt: new Date(now - minutesAgo * minuteMs),
    });
  }
  for (const minutesAgo of [76, 31, 8.2, 2.7]) await ask(now - minutesAgo * minuteMs);
}

/** What became of a lead, call by call. */
function storyOf(random: () => number): CallOutcome[] {
  const luck = random();
  if (luck < 0.3) return ["booked"];
  if (luck < 0.45) return ["no_answer", "booked"];
  if (luck < 0.6) return ["voicemail", "no_answer", "not_interested"];
  if (luck < 0.68) return ["wrong_number"];
  if (luck < 0.78) return ["spoke", "call_back"];
  if (luck < 0.88) return ["not_interested"];
  if (luck < 0.95) return ["no_answer"];
  return ["voicemail", "no_answer"];
}

/** Mulberry32: small, and the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
