// The practice's figures at a glance; the reports have the rest.

import { OnTimeBar } from "#app/admin/practices/on-time-bar.tsx";
import { costText, onTimeText, totalOf } from "#app/admin/practices/practice-facts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { numberText } from "#app/ui/share.ts";
import {
  practiceSortNames,
  practiceWords,
  practicePageWords as words,
} from "#content/console/practices.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import boxes from "./box.module.css";
import styles from "./glance.module.css";

export function Glance({ practice: { _id, figures, costs } }: { practice: PracticeDetail }) {
  const shown = [
    { name: practiceSortNames.leads, text: numberText(figures.leads) },
    { name: practiceSortNames.onTime, text: onTimeText(figures) },
    { name: practiceSortNames.median, text: practiceWords.median(figures.median) },
    { name: practiceSortNames.neverCalled, text: numberText(figures.neverCalled) },
    { name: words.perLead, text: costText(costs.perLead) },
    { name: words.perBooked, text: costText(costs.perBooked) },
  ];
  return (
    <section className={boxes.box} aria-labelledby="glance">
      <h2 id="glance">
        {words.glance} <span>{words.span}</span>
      </h2>
      <dl className={styles.figures}>
        {shown.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {totalOf(figures) > 0 && <OnTimeBar timeDiff={figures.timeDiff} />}
      <p>
        <ButtonLink to={`/lms/figures?client=${_id}`} prefetch="none" variant="outline" isSmall>
          {practiceWords.viewReports}
        </ButtonLink>
      </p>
    </section>
  );
}
