import type { ReactNode } from "react";
import { Advertisement } from "#app/marketing/pictures/advertisement.tsx";
import { OnTheMap } from "#app/marketing/pictures/on-the-map.tsx";
import { IconCheck } from "#app/ui/icons.tsx";
import { outcomes } from "#content/desk/outcomes.ts";
import { marketing } from "#content/marketing.ts";
import { Section } from "./section.tsx";
import styles from "./services.module.css";

const { title, says, groups, outcome } = marketing.services;
const pictures: Record<(typeof groups)[number]["picture"], () => ReactNode> = {
  map: OnTheMap,
  advertisement: Advertisement,
  outcome: OutcomeCard,
};

export function Services() {
  return (
    <Section
      id="services"
      title={title}
      lead={says}
      ground="surface"
      room={{ narrow: 92, wide: 82 }}
    >
      {groups.map((group) => {
        const Picture = pictures[group.picture];
        return (
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
            <div className={styles.picture}>
              <Picture />
            </div>
          </div>
        );
      })}
    </Section>
  );
}

/** The lead desk's outcome panel, with the desk's own words. */
function OutcomeCard() {
  return (
    <div className={styles.outcome} aria-hidden="true">
      <div>
        <p>{outcome.asks}</p>
        <small>{outcome.says}</small>
        <ul>
          {[3, 0, 1, 2, 4, 5].map((place) => (
            <li key={place} data-chosen={place === 3 || undefined}>
              {place === 3 && <IconCheck stroke={2.2} aria-hidden />}
              {outcomes[place]?.name}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
