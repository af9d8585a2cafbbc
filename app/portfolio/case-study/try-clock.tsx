// A clock that runs from 9:50 to 10:10, so that a reader can click before or after the limit. Until
// it starts, and without JavaScript, three lines show what the limit means.
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { IconPhone, IconRefresh } from "#app/ui/icons.tsx";
import { statusClass, TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { portfolioWords } from "#content/portfolio-words.ts";
import { bucketOf } from "#contract/timeliness.ts";
import styles from "./try-clock.module.css";
import { awayFrom, clockParts, ends, limit, starts } from "./try-clock-text.ts";

const words = portfolioWords.caseStudy.clock;
const samples = [limit - 400, limit, limit + 300];
/**
 * The clock updates twice per tenth of a second, so that no tenth is skipped. Tenths are what it
 * shows.
 */
const tickMs = 50;
const linesShown = 3;

export function TryClock() {
  /** When the clock was started, in the page's own time; null while it isn't running. */
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [elapsed, setElapsed] = useState(starts);
  const [pressed, setPressed] = useState<{ key: number; at: number }[]>([]);
  const isOver = elapsed >= ends;
  useEffect(() => {
    if (startedAt === null || isOver) return;
    const timer = setInterval(() => setElapsed(atNow(startedAt)), tickMs);
    return () => clearInterval(timer);
  }, [startedAt, isOver]);
  const start = () => {
    setStartedAt(performance.now());
    setElapsed(starts);
    setPressed([]);
  };
  const call = () => {
    if (startedAt === null) return start();
    // The time of the click counts, not the time that was shown last.
    const at = atNow(startedAt);
    setElapsed(at);
    setPressed([{ key: pressed.length, at }, ...pressed]);
  };
  const bucket = bucketOf(elapsed);
  const { digits, tenth } = clockParts(elapsed);
  const lines = startedAt === null ? samples.map((at) => ({ key: at, at })) : pressed;
  return (
    <div className={styles.clock}>
      <div className={`${styles.run} ${statusClass(bucket)}`}>
        <p className={styles.digits} role="timer" aria-live="off">
          {digits}
          <small>.{tenth}</small>
        </p>
        <p className={styles.word}>
          <TimelinessIcon bucket={bucket} isRunning={startedAt !== null && !isOver} />
          {timelinessWord(bucket)}
          <span>, {awayFrom(elapsed, words)}</span>
        </p>
        <div className={styles.track} aria-hidden>
          <i style={{ width: `${((elapsed - starts) / (ends - starts)) * 100}%` }} />
        </div>
        <p className={styles.scale} aria-hidden>
          <span>{clockParts(starts).digits}</span>
          <span>{words.limit}</span>
          <span>{clockParts(ends).digits}</span>
        </p>
        <p className={styles.actions}>
          <Button onClick={call} disabled={isOver}>
            <IconPhone aria-hidden />
            {startedAt === null ? words.start : words.call}
          </Button>
          {startedAt !== null && (
            <Button variant="quiet" onClick={start}>
              <IconRefresh aria-hidden />
              {words.again}
            </Button>
          )}
        </p>
      </div>
      <div className={styles.counted}>
        <h3>{startedAt === null ? words.counts : words.counted}</h3>
        <ul aria-live="polite">
          {lines.slice(0, linesShown).map(({ key, at }) => (
            <Counted key={key} at={at} />
          ))}
        </ul>
        <p>{startedAt !== null && pressed.length === 0 ? words.nothing : words.rule}</p>
      </div>
    </div>
  );
}

function Counted({ at }: { at: number }) {
  const { digits, tenth } = clockParts(at);
  const bucket = bucketOf(at);
  return (
    <li className={statusClass(bucket)}>
      <b>
        {digits}.{tenth}
      </b>
      <span className={styles.word}>
        <TimelinessIcon bucket={bucket} />
        {timelinessWord(bucket)}
      </span>
      <span>{awayFrom(at, words)}</span>
    </li>
  );
}

function atNow(startedAt: number): number {
  return Math.min(ends, starts + performance.now() - startedAt);
}
