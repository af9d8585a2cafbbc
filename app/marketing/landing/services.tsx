import { marketing } from "#content/marketing.ts";
import { Section } from "./section.tsx";
import styles from "./services.module.css";

const { title, says, groups } = marketing.services;

export function Services() {
  return (
    <Section id="services" title={title} lead={says} ground="surface">
      {groups.map((group) => (
        <div key={group.name} className={styles.group}>
          <div>
            <h3>{group.name}</h3>
            <p>{group.says}</p>
          </div>
          <ul>
            {group.pieces.map(({ name, from }) => (
              <li key={name}>
                <span>{name}</span>
                <span className={styles.from} data-from={from}>
                  {from}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
