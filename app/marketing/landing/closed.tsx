// What visitors see while the office is closed: when it opens next, and the next times for a call.
// It is always rendered, but hidden unless the frame's attribute says that the office is closed
// (app/marketing/opening.ts).
import { useEffect, useRef } from "react";
import { OpensOn } from "#app/marketing/opens-on.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import fillTimesScript from "#app/page-scripts/fill-times.ts?script";
import { InlineScript } from "#app/ui/inline-script.tsx";
import { site } from "#content/site.ts";
import styles from "./closed.module.css";
import { fillTimes, timesAttribute } from "./fill-times.ts";

export function Closed() {
  const { root, marketing } = useMarketingWords();
  const { closed } = marketing.hero;
  const times = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The inline script has already done this, unless the visitor came here from another page
    // without a page load.
    if (times.current) void fillTimes(times.current);
  }, []);
  return (
    <div className={styles.closed}>
      <div className={styles.head}>
        <div>
          <p className={styles.title}>{closed.title}</p>
          <p className={styles.back}>
            <OpensOn>{({ at }) => closed.back(at)}</OpensOn>
          </p>
        </div>
        <OpeningClock hour={site.officeHours.from} />
      </div>
      <div
        ref={times}
        className={styles.times}
        {...{ [timesAttribute]: `${root}/get-started` }}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React doesn't change what the script adds
        dangerouslySetInnerHTML={{ __html: "" }}
      />
      <p className={styles.hours}>{closed.hours}</p>
      <InlineScript code={fillTimesScript} isApart />
    </div>
  );
}

const ticks = Array.from({ length: 12 }, (_, hour) => hour * 30);

/** A drawing of a clock that shows the hour when the office opens. */
function OpeningClock({ hour }: { hour: number }) {
  return (
    <svg viewBox="-32 -32 64 64" className={styles.clock} aria-hidden="true">
      <circle r="30" />
      {ticks.map((angle) => (
        <path key={angle} d="M0-25v4" transform={`rotate(${angle})`} />
      ))}
      <path d="M0 0v-20" />
      <path d="M0 0v-13" strokeWidth="3.5" transform={`rotate(${(hour % 12) * 30})`} />
    </svg>
  );
}
