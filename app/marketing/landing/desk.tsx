// A picture of the lead desk, made of the desk's own components and sample data.

import { belowFold } from "#app/below-fold.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import { Clock } from "#app/ui/clock.tsx";
import { tookText } from "#app/ui/clock-text.ts";
import { DemoLink } from "#app/ui/demo-link.tsx";
import { IconPhone, IconSearch } from "#app/ui/icons.tsx";
import { FixedNow } from "#app/ui/now.tsx";
import { TimelinessIcon } from "#app/ui/timeliness.tsx";
import { useWords } from "#app/ui/words.ts";
import { minuteMs } from "#contract/durations.ts";
import { bucketOf } from "#contract/timeliness.ts";
import styles from "./desk.module.css";
import { DeskFigures } from "./desk-figures.tsx";

export function Desk() {
  const { title, says, picture, pictureNote, facts } = useMarketingWords().marketing.desk;
  return (
    <section
      id="desk"
      className={styles.section}
      aria-labelledby="desk-title"
      {...belowFold({ narrow: 107, wide: 69 })}
    >
      <div className={styles.inside}>
        <div className={styles.heads}>
          <h2 id="desk-title">{title}</h2>
          <div>
            <p>{says}</p>
            <DemoLink look="onBand" className={styles.try} />
          </div>
        </div>
        <div className={styles.desk} role="img" aria-label={picture}>
          <Leads />
          <DeskFigures />
        </div>
        {pictureNote && <p className={styles.note}>{pictureNote}</p>}
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact.says}>
              <b>{fact.says}</b>
              <p>{fact.of}</p>
              {fact.source && <cite>{fact.source}</cite>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

// A fixed time for the picture's clocks.
const pictured = new Date("2026-01-05T15:00:00Z");

function Leads() {
  const { practice, screen, waiting, called, timeDiff } = useMarketingWords().marketing.desk;
  const { buckets, outcomes } = useWords();
  const leadsShown = timeDiff.lt10 + timeDiff.lt60 + timeDiff.other;
  const since = new Date(pictured.getTime() - waiting.waitsSeconds * 1000).toISOString();
  return (
    <div className={styles.leads}>
      <p className={styles.top}>
        <b>{screen.leads}</b>
        <span>{practice}</span>
        <span className={styles.search}>
          <IconSearch aria-hidden />
          {screen.search}
        </span>
      </p>
      <div className={styles.waiting}>
        <FixedNow at={pictured}>
          <Clock since={since} sinceText="" />
        </FixedNow>
        <p>
          <b>{waiting.name}</b>
          <span>{waiting.about}</span>
        </p>
        <p className={styles.phone}>{waiting.phone}</p>
        <p className={styles.calling}>
          <IconPhone size={20} aria-hidden />
          {screen.calling}
        </p>
      </div>
      {called.map(({ name, about, tookMinutes, outcome }) => {
        const bucket = bucketOf(tookMinutes * minuteMs);
        return (
          <div key={name} className={styles.row}>
            <p className={styles.took}>
              <TimelinessIcon bucket={bucket} />
              <b>{tookText(tookMinutes * minuteMs)}</b>
              <span>{buckets[bucket]}</span>
            </p>
            <p>
              <b>{name}</b>
              <span>{about}</span>
            </p>
            <p className={styles.outcome}>{outcomes[outcome]}</p>
          </div>
        );
      })}
      <p className={styles.more}>
        <span>
          {called.length + 1} / {leadsShown}
        </span>
        <b>{screen.showMore}</b>
      </p>
    </div>
  );
}
