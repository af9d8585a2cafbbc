// The lead desk as the picture above the fold, so that a visitor from an ad sees the product. One
// lead is waiting, and a tap shows what a call does. Until JavaScript has loaded, it is a picture
// that doesn't react, and its rows below already show outcomes.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Sample } from "#app/marketing/sample.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { clockFace, digitsText, tookText } from "#app/ui/clock-text.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconPhone, IconRefresh } from "#app/ui/icons.tsx";
import { statusClass, TimelinessIcon } from "#app/ui/timeliness.tsx";
import { useWords } from "#app/ui/words.ts";
import { minuteMs } from "#contract/durations.ts";
import { bucketOf, goalMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import styles from "./hero-desk.module.css";

/** The outcomes that a visitor can try, in the same order as on the desk. */
const tried = ["booked", "spoke", "voicemail", "no_answer"] as const;
type Tried = (typeof tried)[number];
type Step = "waiting" | "calling" | Tried;

/** The goal and the end of being on time, in seconds. */
const [goal, limit] = [goalMinutes * 60, onTimeMinutes * 60];

export function HeroDesk() {
  const [step, setStep] = useState<Step>("waiting");
  const [isTried, setIsTried] = useState(false);
  const [rounds, setRounds] = useState(0);
  const desk = useRef<HTMLElement>(null);
  useEffect(() => {
    // The clicked button is gone, so the focus moves to what has replaced it.
    if (isTried) desk.current?.querySelector<HTMLElement>(`[data-next="${step}"]`)?.focus();
  }, [step, isTried]);
  const words = useMarketingWords().marketing.heroDesk;
  const [held, setHeld] = useState<number>(words.waiting.waitsSeconds);
  const said = useSaid(step, held);
  const go = (next: Step) => {
    setIsTried(true);
    setStep(next);
  };
  const call = () => {
    setHeld(secondsShown(desk.current) || held);
    go("calling");
  };
  const begin = () => {
    setRounds(rounds + 1);
    go("waiting");
  };
  return (
    <section ref={desk} className={styles.window} aria-label={words.label} data-step={step}>
      <p className={styles.bar}>
        <b>{words.title}</b>
        <span>{words.practice}</span>
        <Sample className={styles.sample} />
      </p>
      <Hidden>
        <span aria-live="polite">{isTried && said}</span>
      </Hidden>
      <div className={styles.steps}>
        {/* Each step keeps its space even while it is hidden, so that nothing below moves. */}
        <div key={rounds} className={styles.step} inert={step !== "waiting"} data-is="waiting">
          <Waiting onCall={call} />
        </div>
        {step === "calling" && (
          <div className={styles.step}>
            <Calling held={held} onResult={go} />
          </div>
        )}
        {step !== "waiting" && step !== "calling" && (
          <div className={styles.step}>
            <Ended result={step} held={held} onAgain={begin} />
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns the seconds that the running clock shows. */
function secondsShown(desk: HTMLElement | null): number {
  const clock = desk?.querySelector("[data-clock]");
  return clock ? Number(getComputedStyle(clock).getPropertyValue("--waited")) : 0;
}

/** Returns the line above the lead, which screen readers announce at each step. */
function useSaid(step: Step, held: number): string {
  const words = useMarketingWords().marketing.heroDesk;
  const { outcomes } = useWords();
  if (step === "waiting") return words.notCalled;
  if (step !== "calling") return `${outcomes[step]}. ${words.results[step].when}.`;
  return `${words.calling}. ${words.held(digitsText(held * 1000))}.`;
}

function Waiting({ onCall }: { onCall: () => void }) {
  const words = useMarketingWords().marketing.heroDesk;
  const { outcomes } = useWords();
  return (
    <>
      <Group title={words.notCalled} count={1}>
        <span className={styles.tryIt}>{words.tryIt}</span>
      </Group>
      <div className={styles.lead}>
        <Person />
        <p className={styles.wish}>{words.wish}</p>
        <Button className={styles.call} onClick={onCall} data-next="waiting">
          <IconPhone aria-hidden />
          {words.call}
        </Button>
      </div>
      <Group title={words.after}>
        <span>{words.today}</span>
      </Group>
      <ul className={styles.rows}>
        {words.called.map(({ name, about, tookMinutes, outcome, agreed }) => {
          const bucket = bucketOf(tookMinutes * minuteMs);
          return (
            <li key={name}>
              <Took bucket={bucket} minutes={tookMinutes} />
              <span>
                <b>{name}</b>
                <small>{about}</small>
              </span>
              <span className={styles.end}>
                <b>{outcomes[outcome]}</b>
                <small>{agreed}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

type TookProps = { bucket: ReturnType<typeof bucketOf>; minutes: number };

function Took({ bucket, minutes }: TookProps) {
  const { buckets } = useWords();
  return (
    <span className={styles.took}>
      <TimelinessIcon bucket={bucket} />
      <span>
        <b>{tookText(minutes * minuteMs)}</b>
        <small>{buckets[bucket]}</small>
      </span>
    </span>
  );
}

/** `held`: for how many seconds the lead had waited when the call started. */
function Calling({ held, onResult }: { held: number; onResult: (result: Tried) => void }) {
  const words = useMarketingWords().marketing.heroDesk;
  const { outcomes } = useWords();
  return (
    <>
      <Group title={words.calling}>
        <span>{words.held(digitsText(held * 1000))}</span>
      </Group>
      <div className={styles.lead}>
        <Person held={held} />
      </div>
      <div className={styles.next}>
        <p className={styles.ask}>{words.ask}</p>
        <div className={styles.choices}>
          {tried.map((result, place) => (
            <Button
              key={result}
              variant="quiet"
              onClick={() => onResult(result)}
              data-next={place === 0 ? "calling" : undefined}
            >
              {outcomes[result]}
            </Button>
          ))}
        </div>
        <p className={styles.oneTap}>{words.oneTap}</p>
      </div>
    </>
  );
}

type EndedProps = { result: Tried; held: number; onAgain: () => void };

function Ended({ result, held, onAgain }: EndedProps) {
  const { root, marketing } = useMarketingWords();
  const words = marketing.heroDesk;
  const { outcomes } = useWords();
  const { when, ended, callSeconds, scale, counts, forWhat } = words.results[result];
  const share = held / (held + callSeconds);
  return (
    <>
      <Group title={outcomes[result]}>
        <span>{when}</span>
      </Group>
      <div className={styles.lead}>
        <Person held={held} />
      </div>
      <div className={styles.scale}>
        <p className={styles.times} style={{ "--called": `${share * 100}%` }}>
          <span>{words.asked(timeOfDay(words.callStarts - held))}</span>
          <span>{words.calledAt(timeOfDay(words.callStarts))}</span>
          <b>{ended}</b>
        </p>
        <div className={styles.ruler} aria-hidden>
          <i style={{ width: `${share * 100}%` }} />
        </div>
        <p>{scale}</p>
      </div>
      <div className={styles.next}>
        <p>
          <b>{counts}</b>
          <span>{forWhat}</span>
        </p>
        <p className={styles.then}>
          <ButtonLink to={`${root}/get-started`} isSmall>
            {marketing.getStartedButton}
          </ButtonLink>
          <Button variant="quiet" isSmall onClick={onAgain} data-next={result}>
            <IconRefresh aria-hidden />
            {words.again}
          </Button>
        </p>
      </div>
    </>
  );
}

function Group({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <p className={styles.group}>
      <span>
        <b>{title}</b> {count}
      </span>
      {children}
    </p>
  );
}

/** Returns the time, such as "8:33:45". */
function timeOfDay(seconds: number): string {
  const minutes = digitsText((seconds % 3600) * 1000).padStart(5, "0");
  return `${Math.floor(seconds / 3600)}:${minutes}`;
}

/**
 * The person who is waiting, and for how long. The clock runs until a call, which holds it. Only
 * CSS runs it, so it stands still in print, under reduced motion and without JavaScript.
 */
function Person({ held }: { held?: number }) {
  const words = useMarketingWords().marketing.heroDesk;
  const { time, buckets, clock } = useWords();
  const { name, phone, waitsSeconds } = words.waiting;
  const isHeld = held !== undefined;
  const waits = held ?? waitsSeconds;
  const face = clockFace(waits * 1000, time);
  const toGoal = digitsText((goal - waits) * 1000);
  const [before, after] = face.next.split(toGoal);
  const left = (
    <>
      {before}
      <span className={`${styles.digits} ${styles.toGoal}`}>{toGoal}</span>
      {after}
    </>
  );
  return (
    <>
      <div
        className={`${styles.clock} ${isHeld ? "" : styles.running} ${statusClass(face.bucket)}`}
        data-clock={isHeld ? undefined : ""}
        // The clock stops a second before the goal.
        style={{ "--waited": waits, "--goal": goal, "--limit": limit, "--runs": goal - 1 - waits }}
      >
        <p>
          <strong className={styles.digits}>{face.digits}</strong>
          <span>
            <span className={styles.word}>
              <TimelinessIcon bucket={face.bucket} isRunning={!isHeld} />
              {buckets[face.bucket]}
            </span>
            <span>{isHeld ? words.toSpare(toGoal) : left}</span>
          </span>
        </p>
        <div className={styles.track} aria-hidden>
          <i />
          <em>{clock.goal}</em>
          <span>{face.endLabel}</span>
        </div>
      </div>
      <p className={styles.person}>
        <b>{name}</b>
        <span>{words.about}</span>
        <strong>{phone}</strong>
      </p>
    </>
  );
}
