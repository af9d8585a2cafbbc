// The first screen: whom it is for, what it does, how to begin, and the prices on the counter.

import { Link } from "react-router";
import { FrontDesk } from "#app/marketing/pictures/front-desk.tsx";
import { inDollars } from "#app/marketing/price.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { Clock } from "#app/ui/clock.tsx";
import {
  IconArrowRight,
  IconPhone,
  IconPlayerPause,
  IconPlayerPlay,
  IconShieldCheck,
} from "#app/ui/icons.tsx";
import { StillNow } from "#app/ui/now.tsx";
import { marketing, packages } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import styles from "./hero.module.css";

const { for: audience, taglines, lead, chip, call, pause, promise, whatYouGet } = marketing.hero;
const getStarted = "/marketing/get-started";

export function Hero() {
  return (
    <div className={styles.hero}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <p className={styles.audience}>{audience}</p>
          <Taglines />
          <p className={styles.lead}>{lead}</p>
          <div className={styles.ways}>
            <ButtonLink to={getStarted}>
              {marketing.getStartedButton}
              <IconArrowRight size={22} stroke={1.75} aria-hidden />
            </ButtonLink>
            <ButtonAnchor href={`tel:${site.phoneLink}`} variant="outline">
              <IconPhone size={22} stroke={1.75} aria-hidden />
              {call}
            </ButtonAnchor>
          </div>
          <Pause />
        </div>
        <div className={styles.scene}>
          <FrontDesk />
          <Chip />
        </div>
      </div>
      <Counter />
    </div>
  );
}

/**
 * Four lines and a way to begin take turns in one place, so that nothing shifts. It is all in the
 * style sheet: no script, the first line in the first frame, and stillness for who wants it. For a
 * screen reader the first line is the heading, and the button below it is the one to begin with.
 */
function Taglines() {
  const [first, ...others] = taglines;
  return (
    <div className={styles.turns}>
      <h1>
        <Lines lines={first} />
      </h1>
      {others.map((lines) => (
        <p key={lines[0]} aria-hidden="true">
          <Lines lines={lines} />
        </p>
      ))}
      <p aria-hidden="true">
        <Link to={getStarted} tabIndex={-1}>
          {marketing.getStartedButton}
          <IconArrowRight stroke={1.5} aria-hidden />
        </Link>
      </p>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <span key={line}>{line} </span>);
}

function Pause() {
  return (
    <div className={styles.cycle}>
      <label className={styles.pause}>
        <input type="checkbox" aria-label={pause} />
        <IconPlayerPause size={18} stroke={1.75} aria-hidden data-when="running" />
        <IconPlayerPlay size={18} stroke={1.75} aria-hidden data-when="paused" />
      </label>
      <span className={styles.bars} aria-hidden="true">
        {[...taglines, null].map((lines) => (
          <i key={lines?.[0] ?? "button"} />
        ))}
      </span>
    </div>
  );
}

// A picture of the desk: its clock, standing still.
const pictured = new Date("2026-01-05T15:00:00Z");

function Chip() {
  const since = new Date(pictured.getTime() - chip.waitsSeconds * 1000);
  return (
    <div className={styles.chip} aria-hidden="true">
      <p>
        <span>{chip.from}</span>
        <b>{chip.name}</b>
      </p>
      <StillNow at={pictured}>
        <Clock since={since.toISOString()} sinceText="" />
      </StillNow>
    </div>
  );
}

/** The desk's front panel is the price list. */
function Counter() {
  return (
    <div className={styles.counter}>
      <div className={styles.counterInside}>
        <ul>
          {packages.map(({ id, title, price, per, isRecommended }) => (
            <li key={id}>
              <span className={styles.package}>
                {title}
                {isRecommended && (
                  <span className={styles.pill}>{marketing.pricing.recommended}</span>
                )}
              </span>
              <span className={styles.price}>
                {inDollars(price)} <small>{per}</small>
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.promise}>
          <IconShieldCheck size={34} stroke={1.6} aria-hidden />
          <span>
            {promise} <Link to="#pricing">{whatYouGet}</Link>
          </span>
        </p>
      </div>
    </div>
  );
}
