// A span of time, drawn to scale, with the rules that apply to it.
import type { CaseStudy } from "#contract/case-studies.ts";
import styles from "./rules.module.css";
import { TryClock } from "./try-clock.tsx";

export function Rules({ rules }: { rules: NonNullable<CaseStudy["rules"]> }) {
  const { span, hasClock, points = [] } = rules;
  return (
    <>
      {span && (
        <ul className={styles.span}>
          {span.marks.map(({ at, name, says }) => (
            <li key={name} style={{ "--at": `${(100 * at) / span.minutes}%` }}>
              <i aria-hidden="true" />
              <p>
                <b>{name}</b> {says}
              </p>
            </li>
          ))}
        </ul>
      )}
      {hasClock && <TryClock />}
      <dl className={styles.points}>
        {points.map(({ name, says }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
