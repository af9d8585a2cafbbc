// When a clock starts and what stops it. Pure: the same events give the same clocks in any order.

export type TimedInquiry = {
  id: string;
  /** The time of the submission according to its source, but never later than our receipt. */
  submittedAt: Date;
  /**
   * False for form tests, leads entered by hand or imported from a file, and Meta leads from before
   * their source was connected.
   */
  isTimed: boolean;
};

/**
 * A call to the lead by a person, with any outcome (even "no answer"), that isn't void. Nothing
 * else stops a clock.
 */
export type TimedCall = { id: string; calledAt: Date; isEnteredLater: boolean };

export type Clock = {
  /** The inquiry that started the clock. */
  inquiryId: string;
  startedAt: Date;
  /** The call that stopped the clock; null while it is running. */
  firstCall: TimedCall | null;
  /** The times of other inquiries that arrived while the clock was running. */
  askedAgainAt: Date[];
};

/**
 * Replays the events in chronological order. An inquiry joins the running clock, or starts a new
 * one if none is running. A call at exactly the time of the inquiry counts.
 */
export function clocksOf(inquiries: TimedInquiry[], calls: TimedCall[]): Clock[] {
  const clocks: Clock[] = [];
  for (const event of inOrder(inquiries, calls)) {
    const newest = clocks.at(-1);
    const running = newest && !newest.firstCall ? newest : null;
    if ("call" in event) {
      if (running) running.firstCall = event.call;
    } else if (running) {
      running.askedAgainAt.push(event.inquiry.submittedAt);
    } else {
      const { id, submittedAt } = event.inquiry;
      clocks.push({ inquiryId: id, startedAt: submittedAt, firstCall: null, askedAgainAt: [] });
    }
  }
  return clocks;
}

type Event = { at: number; rank: number; id: string } & (
  | { inquiry: TimedInquiry }
  | { call: TimedCall }
);

function inOrder(inquiries: TimedInquiry[], calls: TimedCall[]): Event[] {
  const events: Event[] = [
    ...inquiries
      .filter((inquiry) => inquiry.isTimed)
      .map((inquiry) => ({ at: inquiry.submittedAt.getTime(), rank: 0, id: inquiry.id, inquiry })),
    ...calls.map((call) => ({ at: call.calledAt.getTime(), rank: 1, id: call.id, call })),
  ];
  return events.sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1));
}
