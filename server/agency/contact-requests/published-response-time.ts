// The sentence about the agency's own response time. Each process computes it in the background, so
// that pages never wait for the database.
import { spanishResponseTimeSentence } from "#content/es/response-time.ts";
import { responseTimeSentence } from "#content/marketing/response-time.ts";
import type { OwnResponseTime } from "#contract/contact-request-work.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Language } from "#contract/languages.ts";
import { onTimeMinutes } from "#contract/timeliness.ts";
import type { Deps } from "#server/deps.ts";
import { problemOf } from "#server/log.ts";
import { ownResponseTime } from "./own-response-time.ts";

const refreshMs = minuteMs;
/**
 * How old the last count may be. A newer request may have waited too long by then, so the site
 * doesn't show a response time until the database responds again.
 */
export const honestMs = onTimeMinutes * minuteMs;

export type PublishedResponseTime = {
  /** Returns the site's current sentence, or null if nothing is published. */
  sentence(language?: Language): string | null;
  /** Counts again; after a failure, the last count remains until it is too old. */
  refresh(): Promise<void>;
  /**
   * Calls the listener with each new sentence, in each language. The site shows the previous
   * sentence until the listener is done.
   */
  onSentence(listener: (says: Sentences) => Promise<void>): void;
  close(): void;
};

export type Sentences = Record<Language, string>;

type Tools = Pick<Deps, "db" | "now" | "config" | "settings" | "deskEvents" | "log">;

export function publishResponseTime(deps: Tools): PublishedResponseTime {
  let prepare: (says: Sentences) => Promise<void> = async () => undefined;
  let known: { says: Sentences | null; asOf: number } | null = null;
  let counting: Promise<void> = Promise.resolve();

  async function count() {
    if (!deps.config.publishResponseTime) {
      known = null;
      return;
    }
    const asOf = deps.now().getTime();
    const says = sentencesOf(await ownResponseTime(deps));
    if (says !== null && says.en !== known?.says?.en) await prepare(says);
    known = { says, asOf };
  }

  /** Counts one at a time, so that an older count can't replace a newer one. */
  function refresh() {
    counting = counting.then(count).catch((error: unknown) => {
      deps.log.warn({ problem: problemOf(error) }, "own response time not counted");
    });
    return counting;
  }

  const timer = setInterval(refresh, refreshMs);
  timer.unref();
  const stopFollowing = deps.deskEvents.onSettings(() => {
    deps.settings.reread().then(refresh, () => undefined);
  });
  return {
    sentence(language = "en") {
      if (!known || !deps.config.publishResponseTime) return null;
      return deps.now().getTime() - known.asOf > honestMs ? null : (known.says?.[language] ?? null);
    },
    refresh,
    onSentence(listener) {
      prepare = listener;
    },
    close() {
      clearInterval(timer);
      stopFollowing();
    },
  };
}

/** Returns null if there is nothing to publish yet. */
function sentencesOf(figures: OwnResponseTime): Sentences | null {
  const [en, es] = [responseTimeSentence(figures), spanishResponseTimeSentence(figures)];
  return en !== null && es !== null ? { en, es } : null;
}
