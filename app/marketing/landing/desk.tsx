// What the lead desk changes for a practice: a picture of every lead in one month, a story in four
// parts, four figures, and why fast calls matter.
import { belowFold } from "#app/below-fold.ts";
import { countMonth } from "#app/marketing/month-figures.ts";
import { Mark, Month } from "#app/marketing/pictures/month.tsx";
import { inDollars } from "#app/marketing/price.ts";
import { Sample } from "#app/marketing/sample.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { DemoLink } from "#app/ui/demo-link.tsx";
import styles from "./desk.module.css";

export function Desk() {
  const { title, says, pictureNote, facts } = useMarketingWords().marketing.desk;
  return (
    <section
      id="desk"
      className={styles.section}
      aria-labelledby="desk-title"
      {...belowFold({ narrow: 130, wide: 88 })}
    >
      <div className={styles.inside}>
        <div className={styles.heads}>
          <h2 id="desk-title">{title}</h2>
          <div>
            <p>{says}</p>
            <DemoLink look="onBand" className={styles.try} />
          </div>
        </div>
        <Story />
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

const kinds = ["lt10", "lt60", "other"] as const;

function Story() {
  const { marketing, packages } = useMarketingWords();
  const { month } = marketing;
  const [, gold] = packages;
  const { leads, booked, fee, ads, spent, perBooked } = countMonth(gold.price);
  const figures = [
    [String(leads), month.figures.leads],
    [String(booked), month.figures.booked],
    [inDollars(spent), month.figures.spent(inDollars(fee), inDollars(ads))],
    [inDollars(perBooked), month.figures.perBooked],
  ] as const;
  return (
    <>
      <div className={styles.month}>
        <div className={styles.monthHead}>
          <h3>{month.title}</h3>
          <Sample />
          <ul aria-hidden className={styles.legend}>
            {kinds.map((kind) => (
              <li key={kind}>
                <svg viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true">
                  <Mark bucket={kind} size={6} />
                </svg>
                {month.legend[kind]}
              </li>
            ))}
            <li>
              <svg viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true">
                <circle r="6" fill="none" stroke="var(--accent)" strokeWidth="2.4" />
              </svg>
              {month.legend.booked}
            </li>
          </ul>
        </div>
        <Month classOf={{ wide: styles.wide, narrow: styles.narrow }} />
      </div>
      <ol className={styles.beats}>
        {month.beats.map(({ day, says, of }) => (
          <li key={day}>
            <span>{day}</span>
            <b>{says}</b>
            <p>{of}</p>
          </li>
        ))}
      </ol>
      <dl className={styles.figures}>
        {figures.map(([figure, name], at) => (
          <div key={name}>
            <dt>
              {name} {at === 0 && <Sample />}
            </dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
