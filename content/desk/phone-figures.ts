// What the office phones' ring and the texts do for response times: in the reports, and on the
// owner's page about a practice.
import { monthReportWords } from "#content/month-report.ts";
import type { CalledWithin, TextFigures } from "#contract/figures.ts";

const few = "Too few to tell";
const numberText = (count: number) => count.toLocaleString("en-US");

export const phoneFigureWords = {
  title: "Office phones and texts",
  on: "Median first call, phones ringing",
  off: "Median first call, phones not ringing",
  median: (half: CalledWithin) => (half === null ? few : monthReportWords.calledIn(half)),
  inquiries: (count: number) =>
    count === 1 ? "of 1 inquiry" : `of ${numberText(count)} inquiries`,
  byKey: "Reached, connected by key",
  firstCalls: (reached: number, count: number) =>
    `${numberText(reached)} of ${count === 1 ? "1 first call" : `${numberText(count)} first calls`}`,
  answered: "Texts answered the same business day",
  conversations: (answered: number, count: number) =>
    `${numberText(answered)} of ${count === 1 ? "1 conversation" : `${numberText(count)} conversations`}`,
  waiting: (count: number) => `${numberText(count)} more not due yet`,
  answerTime: "Median time to answer a text",
  minutes(median: TextFigures["medianMinutes"]): string {
    if (median === null) return few;
    if (median === "not_yet") return "Most not answered";
    return median < 120 ? `Under ${median} min` : `About ${Math.round(median / 60)} hr`;
  },
  note: (least: number) =>
    `The first two lines compare inquiries that came in during business hours, at least 10 minutes before closing. “Phones ringing” are those for which the phones were set to ring when they came in, even if no one picked up. The hours and days may differ between the two lines, so the difference isn’t only the phones. Reached by key: the result is a conversation, and the line was open for at least 15 seconds. A text is answered by a text or a call; the business day ends at closing time. No median is shown for fewer than ${least}.`,
} as const;

/** What a practice used of the voice and text provider, on the owner's page about it. */
export const phoneUsageWords = {
  title: "Calls and texts used",
  month: (month: string, minutes: number, segments: number) =>
    `${month}: ${minutes === 1 ? "1 minute" : `${numberText(minutes)} minutes`} of calls, ${segments === 1 ? "1 text segment" : `${numberText(segments)} text segments`}`,
  note: "Counted from the provider’s reports. Its bill decides what they cost.",
} as const;
