// The demo's contact requests: all four kinds, in every state.
import { questionnaire } from "#content/questionnaire.ts";
import { makeContactRequest, type Tools } from "./make.ts";

const hourMs = 60 * 60_000;
const { questions } = questionnaire;

export async function seedContactRequests(tools: Tools): Promise<void> {
  const ago = (hours: number) => new Date(tools.now().getTime() - hours * hourMs);
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
    receivedAt: ago(1),
    finishedAt: ago(1),
  });
}
