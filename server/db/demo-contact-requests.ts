// Makes the demo's contact requests, which include all four kinds and fill every list. Their calls
// give the owner a median.
import { randomUUID } from "node:crypto";
import { questionnaire } from "#content/questionnaire.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { dayOf } from "#contract/zones.ts";
import { recordContactRequestCall } from "#server/agency/contact-requests/contact-request-calls.ts";
import { makeContactRequest, type Tools } from "./make.ts";

const { questions } = questionnaire;

export async function seedContactRequests(
  tools: Tools,
  owner: { accountId: string },
): Promise<void> {
  const ago = (hours: number) => new Date(tools.now().getTime() - hours * hourMs);
  const inHours = (hours: number) => ago(-hours);

  /**
   * Makes contact requests from the last two weeks, each called after the given number of minutes.
   */
  async function makeCalled(
    [fullName, phone, hours, minutes, outcome, note]: Called,
    callBackAt?: Date,
  ) {
    const receivedAt = ago(hours);
    const email = `${fullName.split(" ").at(-1)?.toLowerCase()}@example.com`;
    const { contactRequestId } = await makeContactRequest(tools, {
      ...{ kind: "marketing", fullName, email, phone, receivedAt, finishedAt: receivedAt },
      message: "How soon could you start, and what would it cost for two locations?",
    });
    const calledAt = new Date(receivedAt.getTime() + minutes * minuteMs);
    await recordContactRequestCall({ ...tools, now: () => calledAt }, owner, contactRequestId, {
      ...{ _id: randomUUID(), outcome, note },
      ...(callBackAt && { callBackAt: callBackAt.toISOString() }),
    });
  }

  for (const called of calledRequests) await makeCalled(called);
  await makeCalled(
    ["Nadia Farrow", "(813) 555-0144", 26, 6, "call_back", "After the board meeting"],
    inHours(20),
  );
  await makeCalled(["Gus Arroyo", "(727) 555-0152", 30, 12, "call_back", ""], ago(0.4));
  await makeContactRequest(tools, {
    kind: "personal",
    fullName: "Theo Marchetti",
    email: "theo@example.com",
    phone: "(727) 555-0117",
    message:
      "We’re looking for someone who has run an event pipeline this size. Do you have time in May?",
    receivedAt: ago(170),
    finishedAt: ago(170),
    answeredAt: ago(166),
    closedAt: ago(120),
  });
  await makeContactRequest(tools, {
    kind: "makeover",
    fullName: "Dr. Lena Okoro",
    email: "lena@example.com",
    attribution: {
      first: { utm_source: "google", utm_campaign: "spring", landing: "/marketing" },
      last: { referrer: "https://search.example.com/", landing: "/marketing" },
    },
    receivedAt: ago(50),
    finishedAt: ago(50),
    nextStep: "Call about the plan",
    nextStepOn: dayOf(tools.now()),
  });
  await makeContactRequest(tools, {
    kind: "marketing",
    fullName: "Rosa Delacroix",
    email: "rosa@example.com",
    phone: "(941) 555-0123",
    message: "Do you also work with chiropractors in Sarasota?\nWe have two locations.",
    receivedAt: ago(28),
    finishedAt: ago(28),
    answeredAt: ago(26),
    closedAt: ago(25),
  });
  await makeContactRequest(tools, {
    kind: "questionnaire",
    fullName: "Marcus Bell",
    email: "marcus@example.com",
    phone: "(863) 555-0131",
    questions: [],
    test: true,
    receivedAt: ago(5),
  });
  await makeContactRequest(tools, {
    kind: "questionnaire",
    fullName: "Dana Whitcombe",
    email: "dana@example.com",
    phone: "(727) 555-0109",
    questions: [
      { [questions.triedMarketing]: "yes" },
      { [questions.howItWorked]: "Two boosted posts a month.\nLots of likes, nobody booked." },
      { [questions.hasTeam]: "no" },
      { [questions.hasWebsite]: "yes" },
      { [questions.website]: "bayshore.example.com" },
      {
        [questions.contactAt]: "12/31/2099 at 2:30 PM, Eastern Time (America/New_York)",
      },
      { [questions.package]: "p2" },
    ],
    attribution: {
      first: { utm_source: "meta", utm_campaign: "aligners", landing: "/marketing" },
      last: { gclid: "sample", landing: "/marketing/get-started", package: "p2" },
    },
    test: true,
    contactAt: inHours(50),
    receivedAt: ago(0.11),
    finishedAt: ago(0.1),
  });
  await makeContactRequest(tools, {
    kind: "marketing",
    fullName: "Priya Raman",
    email: "priya@example.com",
    phone: "(941) 555-0166",
    message:
      "We run ads already, but nobody calls the leads back in time. Can you look at it with me?",
    receivedAt: ago(0.5),
    finishedAt: ago(0.5),
  });
}

type Called = [
  fullName: string,
  phone: string,
  hours: number,
  minutes: number,
  outcome: CallOutcome,
  note: string,
];

const calledRequests: Called[] = [
  ["Walt Simmons", "(813) 555-0171", 3, 4, "voicemail", ""],
  ["Ines Caldera", "(727) 555-0172", 22, 7, "spoke", "Wants figures for one location first"],
  ["Hollis Byrne", "(863) 555-0173", 47, 8, "no_answer", ""],
  ["Joan Pell", "(941) 555-0174", 74, 3, "booked", "Starts with Gold in March"],
  ["Terry Okafor", "(813) 555-0175", 98, 25, "not_interested", ""],
  ["Rhea Lindgren", "(727) 555-0176", 121, 5, "not_interested", "Signed with somebody else"],
  ["Moses Tate", "(813) 555-0177", 146, 9, "booked", ""],
  ["Carol Ibsen", "(941) 555-0178", 170, 6, "wrong_number", ""],
];
