import type { ReactNode } from "react";
import { Advertisement } from "#app/marketing/pictures/advertisement.tsx";
import { OnTheMap } from "#app/marketing/pictures/on-the-map.tsx";
import { Sample } from "#app/marketing/sample.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { IconCheck } from "#app/ui/icons.tsx";
import { useWords } from "#app/ui/words.ts";
import type { MarketingWords } from "#content/marketing-words.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { Section } from "./section.tsx";
import styles from "./services.module.css";

type Drawing = MarketingWords["marketing"]["services"]["groups"][number]["drawing"];
const pictures: Record<Drawing, () => ReactNode> = {
  map: OnTheMap,
  advertisement: Advertisement,
  outcome: OutcomeCard,
};

export function Services() {
  const { title, says, groups } = useMarketingWords().marketing.services;
  return (
    <Section
      id="services"
      title={title}
      lead={says}
      ground="surface"
      room={{ narrow: 92, wide: 82 }}
    >
      {groups.map((group) => {
        const Picture = pictures[group.drawing];
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
            <div className={styles.picture} data-drawing={group.drawing}>
              <div>
                <Picture />
              </div>
              <Sample />
            </div>
          </div>
        );
      })}
    </Section>
  );
}

const choices: CallOutcome[] = [
  ...(["booked", "spoke", "voicemail", "no_answer", "call_back", "not_interested"] as const),
];

/** A copy of the lead desk's outcome panel, with the desk's texts. */
function OutcomeCard() {
  const { outcome } = useMarketingWords().marketing.services;
  const { outcomes } = useWords();
  return (
    <div className={styles.outcome} aria-hidden="true">
      <div>
        <p>{outcome.asks}</p>
        <small>{outcome.says}</small>
        <ul>
          {choices.map((choice) => (
            <li
              key={choice}
              data-chosen={choice === "booked" || undefined}
              data-short={choice === "no_answer" || undefined}
            >
              {choice === "booked" && <IconCheck stroke={2.2} aria-hidden />}
              {outcomes[choice]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
