// Makes the demo practice, with a few hundred plausible leads in every state, up to the current
// minute. All people are fictional, with 555-01xx numbers and example.com addresses.
import { demoColleagues, demoPractice } from "#content/demo.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { campaignTurns, makeCampaignFigures } from "#server/demos/made-campaigns.ts";
import { lastWhileOpen, makeHistory, personAt, seeded } from "#server/demos/made-history.ts";
import { seedBookings } from "./demo-bookings.ts";
import { seedContactRequests } from "./demo-contact-requests.ts";
import { seedMails } from "./demo-mails.ts";
import { seedTemplateSet } from "./demo-template-sets.ts";
import {
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeFormSource,
  makeInquiry,
  makeMetaSource,
  makeOwner,
  makePerson,
  makePractice,
  type Tools,
} from "./make.ts";

export const demoSource = { page: "1155501001", form: "2255501001" } as const;

const campaigns = [
  { name: "Clear aligners", platform: "meta", impressions: 1640, leads: 4 },
  { name: "Implant consult", platform: "google", impressions: 1120, leads: 3 },
  { name: "New patient exam", platform: "web", impressions: 540, leads: 1 },
  { name: "Whitening", platform: "meta", impressions: 380, leads: 1 },
] as const;

const historyDays = 56;

/**
 * The leads of this morning: for how many minutes each has been waiting, and for how many minutes
 * each callback has been overdue, or how long before closing it became due.
 */
type Morning = { waiting: number[]; due: number[] };

const busyMorning: Morning = { waiting: [76, 31, 8.2, 2.7], due: [14, 95] };
/** A morning with one running clock and no late leads, for pictures of the dashboard. */
export const calmMorning: Morning = { waiting: [2.7], due: [4] };

/**
 * Fills an empty database. The same seed generates the same people, and times are relative to now.
 */
export async function seedDemo(
  tools: Tools,
  password: string,
  morning: Morning = busyMorning,
): Promise<void> {
  const random = seeded(17);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const now = tools.now().getTime();

  const owner = await makeOwner(tools, { email: "owner@example.com", password });
  await seedContactRequests(tools, owner);
  await seedBookings(tools);
  const practice = await makePractice(tools, {
    email: "desk@example.com",
    password,
    timeZone: "America/New_York",
  });
  const people = [practice];
  for (const person of demoColleagues) {
    const email = `${person.firstName.toLowerCase()}@example.com`;
    people.push(await makePerson(tools, practice.clientId, { ...person, email, password }));
  }
  const waiting = { name: "Pelican Chiropractic", email: "pelican@example.com", password };
  await makePractice(tools, { ...waiting, isApproved: false });
  const campaignIds: string[] = [];
  for (const { impressions, name, platform } of campaigns) {
    const campaign = { clientId: practice.clientId, name, platform };
    const made = await makeCampaign(tools, campaign);
    const figures = makeCampaignFigures({ now, days: historyDays, impressions, random });
    await makeCampaignDays(tools, { ...campaign, ...made }, figures);
    campaignIds.push(made.campaignId);
  }
  const source = await makeMetaSource(tools, practice.clientId, demoSource);
  const others = [
    await makeFormSource(tools, practice.clientId, demoPractice.sources.site),
    await makeFormSource(tools, practice.clientId, demoPractice.sources.profile),
    await makeFormSource(tools, practice.clientId, demoPractice.sources.referral),
  ];
  const turns = campaignTurns(
    historyDays * 5,
    campaigns.map(({ leads }) => leads),
  );

  let person = 0;
  // A campaign with a few hundred impressions reaches few people, so most leads find the practice
  // on their own.
  const originOf = (campaign: number | null) =>
    campaign === null
      ? { sourceId: pick([...others, ...others.slice(0, 2)]).sourceId }
      : { sourceId: source.sourceId, campaignId: campaignIds[campaign] ?? "" };
  const nextPerson = (submittedAt: number) => ({
    ...personAt(person++),
    submittedAt: new Date(submittedAt),
    receivedAt: new Date(submittedAt + 800),
    ...originOf(turns[person - 1] ?? null),
  });
  const ask = (submittedAt: number) =>
    makeInquiry(tools, practice.clientId, nextPerson(submittedAt));

  // The history covers eight weeks.
  const histories = makeHistory({ now, days: historyDays, random }, nextPerson);
  await eachOf([...histories.entries()], async ([at, { asked, calls }]) => {
    const { lead } = await makeInquiry(tools, practice.clientId, asked);
    // The person who made the first call often makes the next call too.
    for (const [attempt, call] of calls.entries()) {
      const caller = people[(at + Math.floor(attempt / 2)) % people.length] ?? practice;
      await makeCall(tools, caller, lead._id, call);
    }
  });

  // This morning has due callbacks and people who haven't been called yet.
  const atDesk = lastWhileOpen(now);
  const agreedAt = lastWhileOpen(atDesk - 2 * dayMs);
  for (const minutesAgo of morning.due) {
    const { lead } = await ask(agreedAt - 3 * minuteMs);
    await makeCall(tools, practice, lead._id, {
      calledAt: new Date(agreedAt),
      outcome: "call_back",
      callBackAt: new Date(atDesk - minutesAgo * minuteMs),
    });
  }
  for (const minutesAgo of morning.waiting) await ask(now - minutesAgo * minuteMs);
  await seedMails(tools, practice);
  await seedTemplateSet(tools, owner, practice);
}

const atOnce = 4;

/**
 * Runs the work for all items with limited concurrency. It isn't sequential, because someone is
 * waiting for the demo to start.
 */
async function eachOf<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of left) await run(item);
  });
  await Promise.all(workers);
}
