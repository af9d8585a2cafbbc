import { expect, test } from "vitest";
import { type ContactRequestFacts, contactRequestStanding } from "./contact-request-state.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 16, 14, minute));
const call = (minute: number, outcome: ContactRequestFacts["calls"][number]["outcome"]) => ({
  ...({ kind: "called", at: at(minute), outcome } as const),
  callBackAt: outcome === "call_back" ? at(50) : null,
});
const closed = (minute: number, reason: string) =>
  ({ kind: "archived", at: at(minute), reason }) as const;
const reopened = (minute: number) => ({ kind: "restored", at: at(minute) }) as const;
const callback = (minute: number) =>
  ({ kind: "call_back_set", at: at(minute), callBackAt: at(55) }) as const;

/** A call booked for minute 30. */
const booked = (minute: number) => ({ startsAt: at(30), bookedAt: at(minute) });

test.each<[string, Partial<ContactRequestFacts>, string]>([
  ["nothing was done", {}, "new"],
  ["only the first step was submitted", { isFinished: false }, "unfinished"],
  ["nobody was reached", { calls: [call(1, "voicemail"), call(2, "no_answer")] }, "attempted"],
  [
    "an unfinished request was called",
    { isFinished: false, calls: [call(1, "no_answer")] },
    "attempted",
  ],
  ["someone spoke with them", { calls: [call(1, "spoke")] }, "contacted"],
  [
    "someone spoke with them, and a later call wasn't answered",
    { calls: [call(1, "spoke"), call(9, "no_answer")] },
    "contacted",
  ],
  ["a reply was sent", { answeredAt: at(1) }, "contacted"],
  ["a callback was promised in a call", { calls: [call(1, "call_back")] }, "callback"],
  ["a callback was set", { answeredAt: at(1), changes: [callback(2)] }, "callback"],
  ["the callback was made", { calls: [call(1, "call_back"), call(51, "no_answer")] }, "contacted"],
  ["a call was booked", { booking: booked(1) }, "callback"],
  [
    "a call was booked, and an earlier attempt didn't reach anyone",
    { booking: booked(1), calls: [call(5, "no_answer"), call(6, "voicemail")] },
    "callback",
  ],
  ["a booked call was made early", { booking: booked(1), calls: [call(5, "spoke")] }, "contacted"],
  [
    "a booked call didn't reach anyone at its time",
    { booking: booked(1), calls: [call(30, "no_answer")] },
    "attempted",
  ],
  [
    "a booked call was moved after it didn't reach anyone",
    { booking: { ...booked(31), startsAt: at(58) }, calls: [call(30, "no_answer")] },
    "callback",
  ],
  [
    "a request with a booked call was closed",
    { booking: booked(1), changes: [closed(2, "spam")] },
    "closed",
  ],
  ["a call won them", { calls: [call(1, "booked")] }, "won"],
  ["they were invited", { invitedAt: at(5) }, "won"],
  [
    "they were invited after they were lost",
    { changes: [closed(1, "no_answer")], invitedAt: at(5) },
    "won",
  ],
  ["they said no", { calls: [call(1, "not_interested")] }, "lost"],
  ["the number is wrong", { calls: [call(1, "wrong_number")] }, "lost"],
  ["they aren't a good fit", { changes: [closed(1, "not_a_fit")] }, "lost"],
  ["it was closed as done", { answeredAt: at(1), changes: [closed(2, "done")] }, "closed"],
  ["it was closed as spam", { changes: [closed(2, "spam")] }, "closed"],
  [
    "it was reopened",
    { answeredAt: at(1), changes: [closed(2, "done"), reopened(3)] },
    "contacted",
  ],
  [
    "it was reopened after they said no",
    { calls: [call(1, "not_interested")], changes: [reopened(3)] },
    "contacted",
  ],
  [
    "it was closed after they were invited",
    { invitedAt: at(5), changes: [closed(9, "no_answer")] },
    "lost",
  ],
])("a contact request is in the right list when %s", (_, facts, state) => {
  const nothing = { calls: [], changes: [], answeredAt: null, invitedAt: null, booking: null };
  const none = { isFinished: true, ...nothing };
  expect(contactRequestStanding({ ...none, receivedAt: at(0), ...facts }).state).toBe(state);
});
