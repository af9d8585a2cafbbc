import fc from "fast-check";
import { expect, test } from "vitest";
import {
  answerKey,
  type KeyAnswer,
  lineEndings,
  type Ring,
  type RingEvent,
  ringKeys,
  ringOf,
} from "./ring.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 17, 14, 0, seconds));

const queued: RingEvent = { kind: "queued", at: at(0) };
const placed = (attempt: number, seconds = 1): RingEvent => ({
  ...{ kind: "placed", attempt, at: at(seconds) },
});
const ringing = (attempt: number, seconds = 2): RingEvent => ({
  ...{ kind: "ringing", attempt, at: at(seconds) },
});
const answered = (attempt: number, by: "person" | "machine" | null = null): RingEvent => ({
  ...{ kind: "answered", attempt, by, at: at(6) },
});
const pressed = (attempt: number, key: string, answer: KeyAnswer, seconds = 9): RingEvent => ({
  ...{ kind: "key", attempt, key, answer, at: at(seconds) },
});
const connected = (attempt: number, seconds = 9) => pressed(attempt, "1", "connect", seconds);
const ended = (attempt: number, as: (typeof lineEndings)[number], seconds = 30): RingEvent => ({
  ...{ kind: "ended", attempt, as, at: at(seconds) },
});
const leadDialed: RingEvent = { kind: "lead_dialed", at: at(10) };
const leadAnswered: RingEvent = { kind: "lead_answered", at: at(20) };
const leadEnded = (
  as: (typeof lineEndings)[number],
  { seconds = null, second = 40 }: { seconds?: number | null; second?: number } = {},
): RingEvent => ({ ...{ kind: "lead_ended", as, seconds, at: at(second) } });
const ours = (kind: "dropped" | "screen_won" | "given_up"): RingEvent => ({ kind, at: at(8) });

const rung = [queued, placed(1), ringing(1)];
const accepted = [...rung, answered(1), connected(1)];

test.each<[string, RingEvent[], Ring["state"]]>([
  ["nothing has happened yet", [queued], "queued"],
  ["it waited longer than a minute", [queued, ours("dropped")], "dropped"],
  ["the provider was asked to call a phone", [queued, placed(1)], "ringing"],
  ["a phone rings", rung, "ringing"],
  ["a phone answered", [...rung, answered(1)], "answered"],
  ["a machine answered", [...rung, answered(1, "machine")], "answered"],
  ["a wrong key was pressed", [...rung, answered(1), pressed(1, "5", "wrong_key")], "answered"],
  ["a phone didn't answer", [...rung, ended(1, "no_answer")], "paused"],
  ["the next phone rings", [...rung, ended(1, "busy"), placed(2), ringing(2)], "ringing"],
  ["no phone is left", [...rung, ended(1, "no_answer"), ours("given_up")], "unanswered"],
  ["someone calls from the screen", [...rung, ours("screen_won")], "screen_won"],
  ["the key was pressed", accepted, "accepted"],
  ["the phone hung up after the key", [...accepted, ended(1, "completed")], "failed"],
  ["the lead's line couldn't be dialed", [...accepted, leadEnded("failed")], "failed"],
  ["the lead's phone rings", [...accepted, leadDialed], "dialing"],
  ["the lead's line answered", [...accepted, leadDialed, leadAnswered], "connected"],
  ["the lead's line ended", [...accepted, leadDialed, leadEnded("no_answer")], "ended"],
  [
    "the phone hung up on the dialed lead",
    [...accepted, leadDialed, ended(1, "completed")],
    "ended",
  ],
  ["the dialed line failed later", [...accepted, leadDialed, leadEnded("failed")], "ended"],
  ["the screen is tapped after the key", [...accepted, leadDialed, ours("screen_won")], "dialing"],
])("a ring's state when %s", (_, events, state) => {
  expect(ringOf(events).state).toBe(state);
});

test.each<[string, RingEvent[], Date | null]>([
  ["a ringing phone", rung, null],
  ["a phone answered by a machine", [...rung, answered(1, "machine"), ended(1, "completed")], null],
  ["a key alone", accepted, null],
  ["a key whose call couldn't be placed", [...accepted, leadEnded("failed")], null],
  [
    "a key whose call was canceled before it was dialed",
    [...accepted, leadEnded("canceled")],
    null,
  ],
  ["a dialed line without a key", [...rung, leadDialed, leadAnswered], null],
  ["a key, once the lead's phone rings", [...accepted, leadDialed], at(9)],
  ["a key, even if the first report of the line is its answer", [...accepted, leadAnswered], at(9)],
  ["a key, even if the only report of the line is busy", [...accepted, leadEnded("busy")], at(9)],
  ["a key, if the line rang out", [...accepted, leadEnded("no_answer", { second: 19 })], at(9)],
  [
    "a key whose phone hung up at once",
    [...accepted, leadEnded("no_answer", { second: 18 })],
    null,
  ],
  [
    "a key, even if the line fails after it was dialed",
    [...accepted, leadDialed, leadEnded("failed")],
    at(9),
  ],
  ["the first of two requests for one key", [...accepted, connected(1, 12), leadDialed], at(9)],
])("the call attempt of %s", (_, events, calledAt) => {
  expect(ringOf(events).calledAt).toEqual(calledAt);
});

test.each<[string, RingEvent[], string | null]>([
  ["rings", rung, null],
  ["wasn't answered", [...rung, ended(1, "no_answer")], "no_answer"],
  ["was busy", [...rung, ended(1, "busy")], "busy"],
  ["was answered by a voicemail", [...rung, answered(1), ended(1, "completed")], "no_key"],
  [
    "was answered, and someone pressed 5",
    [...rung, pressed(1, "5", "wrong_key"), ended(1, "completed")],
    "no_key",
  ],
  [
    "was answered, and someone pressed 9",
    [...rung, pressed(1, "9", "skip"), ended(1, "completed")],
    "skipped",
  ],
  ["was answered, and someone pressed 1", [...accepted, ended(1, "completed")], "accepted"],
  [
    "ended because another phone was first",
    [connected(2), ...rung, ended(1, "canceled")],
    "canceled",
  ],
])("how a phone's call ended that %s", (_, events, ending) => {
  expect(ringOf(events).attempts[0]?.ending).toBe(ending);
});

test("a ring has the length of the conversation and whether a person or a machine answered", () => {
  const events = [...accepted, answered(1, "machine"), leadDialed, leadAnswered];
  const ring = ringOf([...events, leadEnded("completed", { seconds: 190 })]);
  expect(ring).toMatchObject({
    ...{ accepted: { attempt: 1, at: at(9) }, leadAnsweredAt: at(20) },
    ...{ leadEnding: "completed", talkSeconds: 190 },
    attempts: [{ attempt: 1, state: "answered", answeredBy: "machine" }],
  });
});

test.each<[string, RingEvent[], string, KeyAnswer]>([
  ["1 connects", [...rung, answered(1)], "1", "connect"],
  ["1 connects before the report that the phone answered", rung, "1", "connect"],
  ["1 connects if a machine was suspected", [...rung, answered(1, "machine")], "1", "connect"],
  ["9 skips", [...rung, answered(1)], "9", "skip"],
  ["another key does nothing", [...rung, answered(1)], "5", "wrong_key"],
  ["several keys do nothing", [...rung, answered(1)], "11", "wrong_key"],
  ["no key does nothing", [...rung, answered(1)], "", "wrong_key"],
  ["1 after the hang-up does nothing", [...rung, ended(1, "completed")], "1", "over"],
  ["1 from a phone that wasn't called does nothing", [queued, placed(2)], "1", "over"],
  ["1 after another phone's 1 is too late", [...rung, placed(2), connected(2)], "1", "taken"],
  ["1 after a call from the screen is too late", [...rung, ours("screen_won")], "1", "screen_won"],
  [
    "1 on a call that the provider delayed too long is too late",
    [...rung, ours("dropped")],
    "1",
    "over",
  ],
  ["1 after the last round is too late", [...rung, ours("given_up")], "1", "over"],
  ["1 sent again gets the same answer", [...accepted, leadDialed], "1", "connect"],
  [
    "1 sent again after the hang-up gets the same answer",
    [...accepted, ended(1, "completed")],
    "1",
    "connect",
  ],
  [
    "9 sent again gets the same answer",
    [...rung, pressed(1, "9", "skip"), ended(1, "completed")],
    "9",
    "skip",
  ],
  [
    "a second key on the same call does nothing",
    [...rung, pressed(1, "5", "wrong_key")],
    "1",
    "over",
  ],
])("%s", (_, events, key, answer) => {
  expect(answerKey(events, { attempt: 1, key })).toBe(answer);
});

test("the first request of two phones that press 1 in the same millisecond connects", () => {
  const both = [queued, placed(1), placed(2), answered(1), answered(2)];
  for (const [first, second] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const key = ringKeys.connect;
    const won = answerKey(both, { attempt: first, key });
    const after = [...both, pressed(first, key, won)];
    const lost = answerKey(after, { attempt: second, key });
    expect([won, lost]).toEqual(["connect", "taken"]);
    const ring = ringOf([...after, pressed(second, key, lost)]);
    expect(ring.accepted?.attempt).toBe(first);
  }
});

const whole = [
  ...[placed(1), ended(1, "no_answer"), placed(2), answered(2), connected(2)],
  ...[leadDialed, leadEnded("completed", { seconds: 61 })],
];

test("a complete history results in the same ring in every order, even if each event comes twice", () => {
  const orders = [...permutations(whole)];
  expect(orders).toHaveLength(5040);
  const rings = orders.flatMap((order) => [
    JSON.stringify(ringOf(order)),
    JSON.stringify(ringOf([...order, ...order])),
  ]);
  expect(new Set(rings)).toEqual(new Set([JSON.stringify(ringOf(whole))]));
  expect(ringOf(whole)).toMatchObject({ state: "ended", calledAt: at(9), talkSeconds: 61 });
});

test("a call attempt's time doesn't change as more events arrive, in any order", () => {
  for (const order of permutations(whole)) {
    let stopped: Date | null = null;
    for (let count = 1; count <= order.length; count += 1) {
      const { calledAt } = ringOf(order.slice(0, count));
      if (stopped) expect(calledAt).toEqual(stopped);
      stopped = calledAt;
    }
  }
});

const times = fc.integer({ min: 0, max: 3 }).map(at);
const attempts = fc.integer({ min: 1, max: 3 });
const endings = fc.constantFrom(...lineEndings);
const anyEvent: fc.Arbitrary<RingEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      ...(["queued", "dropped", "screen_won", "given_up", "lead_dialed", "lead_answered"] as const),
    ),
    at: times,
  }),
  fc.record({
    kind: fc.constantFrom("placed" as const, "ringing" as const),
    attempt: attempts,
    at: times,
  }),
  fc.record({
    kind: fc.constant("answered" as const),
    attempt: attempts,
    by: fc.constantFrom("person" as const, "machine" as const, null),
    at: times,
  }),
  fc.record({
    kind: fc.constant("key" as const),
    attempt: attempts,
    key: fc.constantFrom("1", "9", "5"),
    answer: fc.constantFrom(...(["connect", "skip", "taken", "wrong_key"] as const)),
    at: times,
  }),
  fc.record({ kind: fc.constant("ended" as const), attempt: attempts, as: endings, at: times }),
  fc.record({
    kind: fc.constant("lead_ended" as const),
    as: endings,
    seconds: fc.option(fc.nat(90)),
    at: times,
  }),
);

test("any events result in the same ring in any order, even if some come twice", () => {
  const history = fc.array(anyEvent, { maxLength: 14 }).chain((events) =>
    fc.record({
      events: fc.constant(events),
      order: fc.shuffledSubarray(events, { minLength: events.length }),
      again: fc.subarray(events),
    }),
  );
  fc.assert(
    fc.property(history, ({ events, order, again }) => {
      const ring = ringOf(events);
      expect(ringOf([...again, ...order])).toEqual(ring);
      // A call attempt needs a key and the provider's report about the lead's line.
      if (ring.calledAt) expect(ring.accepted?.at).toEqual(ring.calledAt);
    }),
  );
});

function* permutations<Item>(items: Item[]): Generator<Item[]> {
  if (items.length < 2) {
    yield items;
    return;
  }
  for (const [index, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}
