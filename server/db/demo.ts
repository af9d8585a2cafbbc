// The demo practice: a few hundred plausible leads in every state, up to the current minute. All
// people are fictional: 555-01xx numbers, example.com addresses.
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { seedContactRequests } from "./demo-contact-requests.ts";
import { seedMails } from "./demo-mails.ts";
import {
  makeCall,
  makeCampaign,
  makeFormSource,
  makeInquiry,
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
// Not 813: anyone who adds a lead by hand is likely to use a Tampa number, and the number
// identifies a person.
const areas = ["727", "941", "863"];
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Fills an empty database. The same seed generates the same people; times are relative to now. */
export async function seedDemo(tools: Tools, password: string): Promise<void> {
  const random = seeded(17);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const now = tools.now().getTime();

  await makeOwner(tools, { email: "owner@example.com", password });
  await seedContactRequests(tools);
  const practice = await makePractice(tools, {
    email: "desk@example.com",
    password,
    timeZone: "America/New_York",
  });
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
  const website = await makeFormSource(tools, practice.clientId, "Website form");

  let person = 0;
  const nextPerson = (submittedAt: number) => {
    const index = person++;
    const first = firstNames[index % firstNames.length] ?? "";
    const last = lastNames[(index * 7 + Math.floor(index / 30)) % lastNames.length] ?? "";
    const area = areas[Math.floor(index / 100) % areas.length];
    return {
      firstName: first,
      lastName: last,
      email: `${first}.${last}.${index}@example.com`
        .toLowerCase()
        .normalize("NFD")
        .replace(/[^a-z0-9.@-]/g, ""),
      phone: `+1${area}55501${String(index % 100).padStart(2, "0")}`,
      submittedAt: new Date(submittedAt),
      receivedAt: new Date(submittedAt + 800),
      // Leads from the website rarely also come from an advertisement.
      ...(random() < 0.78
        ? { sourceId: source.sourceId, campaignId: pick(campaignIds) }
        : { sourceId: website.sourceId }),
    };
  };
  const ask = (submittedAt: number) =>
    makeInquiry(tools, practice.clientId, nextPerson(submittedAt));

  // Eight weeks of history of a good practice: calls on time while it is open, slower at noon and
  // on Monday mornings, and calls about overnight inquiries first thing in the morning.
  const histories = Array.from({ length: 280 }, (_, index) => {
    const submittedAt = askedAt(now, 56 - index / 5, random);
    const asked = nextPerson(submittedAt);
    let calledAt = submittedAt + minutesToCall(submittedAt, random) * minuteMs;
    const isLate = calledAt - submittedAt > 60 * minuteMs;
    const calls = outcomesOf(random, isLate).map((outcome) => {
      const at = Math.min(calledAt, now - minuteMs);
      calledAt += (20 + random() * 600) * minuteMs;
      return {
        calledAt: new Date(at),
        outcome,
        callBackAt: new Date(now + (1 + random() * 5) * dayMs),
        // Occasionally a call is logged after the fact.
        ...(random() < 0.04 && { recordedAt: new Date(Math.min(at + 25 * minuteMs, now)) }),
      };
    });
    return { asked, calls };
  });
  await eachOf(histories, async ({ asked, calls }) => {
    const { lead } = await makeInquiry(tools, practice.clientId, asked);
    for (const call of calls) await makeCall(tools, practice, lead._id, call);
  });

  // This morning: due callbacks, and people whom nobody has called yet.
  for (const minutesAgo of [14, 95]) {
    const { lead } = await ask(now - 2 * dayMs);
    await makeCall(tools, practice, lead._id, {
      calledAt: new Date(now - 2 * dayMs + 3 * minuteMs),
      outcome: "call_back",
      callBackAt: new Date(now - minutesAgo * minuteMs),
    });
  }
  for (const minutesAgo of [76, 31, 8.2, 2.7]) await ask(now - minutesAgo * minuteMs);
  await seedMails(tools, practice);
}

const atOnce = 4;

/** Runs all of them with limited concurrency: someone is waiting for the demo to start. */
async function eachOf<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of left) await run(item);
  });
  await Promise.all(workers);
}

const hourMs = 60 * minuteMs;
/** Tampa is four or five hours behind UTC; for inquiry times, four is close enough. */
const utcOffsetMs = 4 * hourMs;

/**
 * A time on that day before now: most inquiries come during opening hours, some in the evening, few
 * at night.
 */
function askedAt(now: number, daysAgo: number, random: () => number): number {
  const midnight = Math.floor((now - utcOffsetMs) / dayMs - daysAgo) * dayMs + utcOffsetMs;
  const luck = random();
  const hour =
    luck < 0.76 ? 8 + random() * 8.3 : luck < 0.95 ? 17 + random() * 5 : (random() * 8) | 0;
  const weekday = new Date(midnight - utcOffsetMs).getUTCDay();
  // Advertisements pause over most weekends.
  const pauseMs = weekday === 0 && random() < 0.6 ? 2 * dayMs : 0;
  const at = midnight - pauseMs + hour * hourMs + random() * 40 * minuteMs;
  // The last hours are this morning's leads, below.
  return at < now - 5 * hourMs ? at : at - dayMs;
}

function minutesToCall(submittedAt: number, random: () => number): number {
  const local = new Date(submittedAt - utcOffsetMs);
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()];
  const isOpenDay = weekday > 0 && weekday < 6;
  const luck = random();
  if (isOpenDay && hour >= 8 && hour < 17) {
    const isBusy = hour === 12 || (weekday === 1 && hour < 10);
    if (luck < (isBusy ? 0.6 : 0.92)) return 1 + random() * 8.5;
    return luck < (isBusy ? 0.9 : 0.98) ? 11 + random() * 40 : 62 + random() * 90;
  }
  // In the evening and on Saturday someone sometimes still checks the phone.
  if (hour >= 8 && hour < 21 && luck < 0.55) return 2 + random() * (isOpenDay ? 11 : 40);
  const days = hour < 8 && isOpenDay ? 0 : weekday === 5 ? 3 : weekday === 6 ? 2 : 1;
  const opening = Date.UTC(
    local.getUTCFullYear(),
    local.getUTCMonth(),
    local.getUTCDate() + days,
    8,
  );
  return (opening - local.getTime()) / minuteMs + 2 + random() * 30;
}

/** A lead's call outcomes, in order. Leads who waited long are harder to reach. */
function outcomesOf(random: () => number, isLate: boolean): CallOutcome[] {
  const luck = isLate ? 0.28 + random() * 0.72 : random();
  if (isLate && luck > 0.7) return ["voicemail", "no_answer"];
  if (luck < 0.3) return ["booked"];
  if (luck < 0.45) return ["no_answer", "booked"];
  if (luck < 0.6) return ["voicemail", "no_answer", "not_interested"];
  if (luck < 0.68) return ["wrong_number"];
  if (luck < 0.78) return ["spoke", "call_back"];
  if (luck < 0.88) return ["not_interested"];
  if (luck < 0.95) return ["no_answer"];
  return ["voicemail", "no_answer"];
}

/** Mulberry32: a small PRNG, identical on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
