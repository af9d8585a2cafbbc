// The state of a ring, in which the practice's phones ring about a new lead and a key connects them
// with the lead. Pure: the same events result in the same ring in any order, however often each
// arrives.

/** The strongest first: it wins if reports about one line contradict each other. */
export const lineEndings = ["completed", "busy", "no_answer", "canceled", "failed"] as const;
/** How a line ended, according to the provider. `completed`: a person or a machine had answered. */
export type LineEnding = (typeof lineEndings)[number];

const answererRank = ["person", "machine"] as const;
/** Machine detection errs in both directions, so it only describes. A key decides. */
export type Answerer = (typeof answererRank)[number];

/** The keys that an office phone may press. */
export const ringKeys = { connect: "1", skip: "9" } as const;

/**
 * The result of a pressed key. `connect`: dial the lead, once per ring. `taken`: another phone was
 * first. `screen_won`: someone is calling from the screen. `over`: too late, or not for this ring.
 */
export type KeyAnswer = "connect" | "skip" | "wrong_key" | "taken" | "screen_won" | "over";

/**
 * `attempt`: one call to one office phone, numbered from 1 within the ring. `placed` is stored
 * before the provider gets the request, so that a killed process never places a second call.
 */
export type RingEvent = { at: Date } & (
  | { kind: "queued" }
  /** Not started in time: `keptMs` in ring-turn.ts. */
  | { kind: "dropped" }
  | { kind: "screen_won" }
  /** Every phone was called the maximum number of times. */
  | { kind: "given_up" }
  | { kind: "placed"; attempt: number }
  | { kind: "ringing"; attempt: number }
  | { kind: "answered"; attempt: number; by: Answerer | null }
  /** With the result, so that a repeated request gets the same one. */
  | { kind: "key"; attempt: number; key: string; answer: KeyAnswer }
  | { kind: "ended"; attempt: number; as: LineEnding }
  /** The lead's phone rings. */
  | { kind: "lead_dialed" }
  | { kind: "lead_answered" }
  /** `seconds`: how long the lead's line was open, or null if unknown. */
  | { kind: "lead_ended"; as: LineEnding; seconds: number | null }
);

/**
 * `paused`: between two calls to office phones. `accepted`: 1 was pressed. `dialing`: the provider
 * reports that the lead's phone rings. `failed`: it never rang.
 */
export type RingState =
  | ("queued" | "ringing" | "answered" | "paused")
  | ("accepted" | "dialing" | "connected" | "ended" | "failed")
  | ("screen_won" | "dropped" | "unanswered");

export type Attempt = {
  attempt: number;
  state: "placed" | "ringing" | "answered" | "ended";
  answeredBy: Answerer | null;
  /**
   * Null until it has ended. `no_key`: answered without accepting, as by silence, a voicemail or a
   * wrong key.
   */
  ending: "accepted" | "skipped" | "no_key" | Exclude<LineEnding, "completed"> | null;
  endedAt: Date | null;
};

export type Ring = {
  state: RingState;
  /** By number. */
  attempts: Attempt[];
  accepted: { attempt: number; at: Date } | null;
  /**
   * The time of the call attempt that stops the lead's clock: when the key was pressed. Null until
   * the provider reports that the lead's phone rings, so neither a key alone nor hanging up right
   * after it stops the clock.
   */
  calledAt: Date | null;
  leadAnsweredAt: Date | null;
  /** How the lead's line ended, and how long it was open. */
  leadEnding: LineEnding | null;
  talkSeconds: number | null;
};

export function ringOf(events: RingEvent[]): Ring {
  const accepted = findAccepted(events);
  const attempts = attemptsIn(events, accepted?.attempt ?? null);
  const leadAnsweredAt = accepted && firstAt(only(events, "lead_answered"));
  const leadEnded = accepted ? only(events, "lead_ended") : [];
  const leadEnding = endingOf(leadEnded);
  // Reports may be lost: a line that answered, was busy or rang out was dialed.
  const isDialed =
    only(events, "lead_dialed").length > 0 ||
    leadAnsweredAt !== null ||
    (accepted !== null && isDialedEnding(leadEnded, accepted.at));
  const seconds = leadEnded.flatMap((ended) => ended.seconds ?? []);
  const state = accepted
    ? stateOfLead({
        isOver: leadEnding !== null || attempts.some(({ ending }) => ending === "accepted"),
        isAnswered: leadAnsweredAt !== null,
        isDialed,
      })
    : stateOfDesk(events, attempts);
  return {
    ...{ state, attempts, accepted, leadAnsweredAt, leadEnding },
    calledAt: accepted && isDialed ? accepted.at : null,
    talkSeconds: seconds.length > 0 ? Math.max(...seconds) : null,
  };
}

/**
 * Decides what a pressed key does. The caller holds the ring's lock and stores the result in the
 * same transaction, so only one of two phones connects.
 */
export function answerKey(
  events: RingEvent[],
  { attempt, key }: { attempt: number; key: string },
): KeyAnswer {
  const pressed = only(events, "key").filter((event) => event.attempt === attempt);
  if (pressed.length > 0) return pressed.find((event) => event.key === key)?.answer ?? "over";
  const ring = ringOf(events);
  const line = ring.attempts.find((one) => one.attempt === attempt);
  // A key's request may arrive after the report of the hang-up, when nobody is on the line.
  if (!line || line.state === "ended") return "over";
  if (key === ringKeys.skip) return "skip";
  if (key !== ringKeys.connect) return "wrong_key";
  if (ring.accepted) return "taken";
  if (ring.state === "screen_won") return "screen_won";
  return ring.state === "dropped" || ring.state === "unanswered" ? "over" : "connect";
}

type Kind = RingEvent["kind"];
type Of<K extends Kind> = Extract<RingEvent, { kind: K }>;
type AttemptEvent = Extract<RingEvent, { attempt: number }>;

export function only<K extends Kind>(events: RingEvent[], kind: K): Of<K>[] {
  return events.filter((event): event is Of<K> => event.kind === kind);
}

export function firstAt(events: { at: Date }[]): Date | null {
  return events.length > 0 ? new Date(Math.min(...events.map(({ at }) => at.getTime()))) : null;
}

function endingOf(ended: { as: LineEnding }[]): LineEnding | null {
  return lineEndings.find((ending) => ended.some(({ as }) => as === ending)) ?? null;
}

/** Results are stored under a lock, so there is one; the earliest if a request was stored twice. */
function findAccepted(events: RingEvent[]): Ring["accepted"] {
  const [first] = only(events, "key")
    .filter(({ answer }) => answer === "connect")
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.attempt - other.attempt);
  return first ? { attempt: first.attempt, at: first.at } : null;
}

function attemptsIn(events: RingEvent[], acceptedAttempt: number | null): Attempt[] {
  const about = events.filter((event): event is AttemptEvent => "attempt" in event);
  const byNumber = Map.groupBy(about, ({ attempt }) => attempt);
  return [...byNumber]
    .map(([attempt, own]) => attemptOf(attempt, own, attempt === acceptedAttempt))
    .toSorted((one, other) => one.attempt - other.attempt);
}

function attemptOf(attempt: number, events: AttemptEvent[], isAccepted: boolean): Attempt {
  const [answered, keys, ended] = [
    only(events, "answered"),
    only(events, "key"),
    only(events, "ended"),
  ];
  const answeredBy = answererRank.find((who) => answered.some(({ by }) => by === who)) ?? null;
  const endedAt = firstAt(ended);
  const as = endingOf(ended);
  const isAnswered = answered.length + keys.length > 0;
  const isRinging = only(events, "ringing").length > 0;
  const open = isAnswered ? "answered" : isRinging ? "ringing" : "placed";
  const isSkipped = keys.some(({ answer }) => answer === "skip");
  const unaccepted = isSkipped ? "skipped" : as === "completed" ? "no_key" : as;
  return {
    attempt,
    state: as ? "ended" : open,
    answeredBy,
    ending: as && (isAccepted ? "accepted" : unaccepted),
    endedAt,
  };
}

/** A line that rang out was open longer than this; a line hung up right after the key wasn't. */
const minRingMs = 10_000;

/** `canceled` and `failed` can come before the lead's phone rings, and `no_answer` by hanging up. */
function isDialedEnding(ended: Of<"lead_ended">[], pressedAt: Date): boolean {
  if (ended.some(({ as }) => as === "completed" || as === "busy")) return true;
  const endedAt = firstAt(ended.filter(({ as }) => as === "no_answer"));
  return endedAt !== null && endedAt.getTime() - pressedAt.getTime() >= minRingMs;
}

function stateOfLead(line: { isOver: boolean; isAnswered: boolean; isDialed: boolean }): RingState {
  if (line.isOver) return line.isDialed ? "ended" : "failed";
  if (line.isAnswered) return "connected";
  return line.isDialed ? "dialing" : "accepted";
}

function stateOfDesk(events: RingEvent[], attempts: Attempt[]): RingState {
  if (only(events, "screen_won").length > 0) return "screen_won";
  if (only(events, "dropped").length > 0) return "dropped";
  if (only(events, "given_up").length > 0) return "unanswered";
  if (attempts.some(({ state }) => state === "answered")) return "answered";
  if (attempts.some(({ state }) => state !== "ended")) return "ringing";
  return attempts.length > 0 ? "paused" : "queued";
}
