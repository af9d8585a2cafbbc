// The period's four figures, each compared with the previous period of the same length.
import { campaignWords as words } from "#content/console/campaigns.ts";
import type { CampaignWeeks } from "#contract/campaigns.ts";
import { centsText, costText, countText } from "./campaign-texts.ts";
import { Figure } from "./figure.tsx";
import styles from "./tiles.module.css";

type Tile = { name: string; text: string | null; was: string | null; each?: string | null };

export function Tiles({ shown: { total, before } }: { shown: CampaignWeeks }) {
  const tiles: Tile[] = [
    { name: words.spend, text: centsText(total.spendCents), was: centsText(before.spendCents) },
    { name: words.leads, text: countText(total.leads), was: countText(before.leads) },
    { name: words.perLead, text: costText(total.perLead), was: costText(before.perLead) },
    {
      ...{ name: words.booked, text: countText(total.booked), was: countText(before.booked) },
      each: costText(total.perBooked),
    },
  ];
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ name, text, was, each }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Figure text={text} />
          </dd>
          <dd className={styles.before}>
            {each && `${words.each(each)}. `}
            {words.before(was ?? words.unknown)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
