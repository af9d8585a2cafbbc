// The time between Submit and the first call, split by its cause: the platform, our import, or the
// practice.
import { Moment } from "#app/ui/at-time.tsx";
import { tookText } from "#app/ui/clock-text.ts";
import { secondsText, timeText } from "#app/ui/moment-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { delayWords } from "#content/desk/lead.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import styles from "./response-time-breakdown.module.css";
import { responseTimeOf } from "./response-time-parts.ts";

const steps = [
  "submittedAt",
  "receivedAt",
  "alertedAt",
  "firstSeenAt",
  "firstCalledAt",
  "firstSpokeAt",
] as const;

export function ResponseTimeBreakdown({
  inquiry,
  timeZone,
}: {
  inquiry: Inquiry;
  timeZone: string;
}) {
  const now = useNow();
  const { totalMs, parts } = responseTimeOf(inquiry, now);
  const isOver = inquiry.firstCalledAt !== null;
  return (
    <section className={styles.split} aria-labelledby="delay">
      <h2 id="delay" suppressHydrationWarning>
        {isOver ? delayWords.firstCall(tookText(totalMs)) : delayWords.soFar(tookText(totalMs))}
      </h2>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ name, ms }) => (
          <div key={name} className={styles[name]} style={{ flexGrow: Math.max(ms, 1) }} />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ name, ms }) => (
          <li key={name} suppressHydrationWarning>
            <span className={`${styles.swatch} ${styles[name]}`} aria-hidden />
            {delayWords.parts[name]} <strong>{tookText(ms)}</strong>
          </li>
        ))}
      </ul>
      <dl className={styles.steps}>
        {steps.map((at) => (
          <div key={at}>
            <dt>{delayWords.steps[at]}</dt>
            <dd>
              <Step at={inquiry[at]} now={now} timeZone={timeZone} />
            </dd>
          </div>
        ))}
      </dl>
      {inquiry.isFirstCallEnteredLater && <p>{delayWords.loggedLater}</p>}
    </section>
  );
}

function Step({ at, now, timeZone }: { at: string | null; now: Date; timeZone: string }) {
  if (!at) return delayWords.notYet;
  const day = timeText(at, now, timeZone).replace(/\s*\d+:\d\d [ap]m$/, "");
  return (
    <Moment at={at} timeZone={timeZone}>
      {day && `${day} `}
      {secondsText(at, timeZone)}
    </Moment>
  );
}
