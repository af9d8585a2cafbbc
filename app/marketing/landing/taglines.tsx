import { Link } from "react-router";
import { useMarketingWords } from "#app/marketing/words.ts";
import { IconArrowRight, IconPlayerPause, IconPlayerPlay } from "#app/ui/icons.tsx";
import styles from "./taglines.module.css";

/**
 * Four taglines and a button that rotate in one place without a layout shift. Only CSS rotates
 * them, so that the first one is in the first paint and `prefers-reduced-motion` stops them. For a
 * screen reader, the first tagline is the heading, and the button is below it.
 */
export function Taglines() {
  const { root, marketing } = useMarketingWords();
  const [first, ...others] = marketing.hero.taglines;
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
        <Link to={`${root}/get-started`} tabIndex={-1}>
          {marketing.getStartedButton}
          <IconArrowRight size={24} stroke={1.5} aria-hidden />
        </Link>
      </p>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <span key={line}>{line} </span>);
}

/**
 * The button that pauses the taglines and the clock next to them. It must be a sibling of
 * `Taglines`.
 */
export function PauseTaglines() {
  const { taglines, pause } = useMarketingWords().marketing.hero;
  return (
    <div className={styles.cycle}>
      <label className={styles.pause}>
        <input type="checkbox" aria-label={pause} data-pause="" />
        <IconPlayerPause aria-hidden data-when="running" />
        <IconPlayerPlay aria-hidden data-when="paused" />
      </label>
      <span className={styles.bars} aria-hidden="true">
        {[...taglines, null].map((lines) => (
          <i key={lines?.[0] ?? "button"} />
        ))}
      </span>
    </div>
  );
}
