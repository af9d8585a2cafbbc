// A campaign's daily figures, newest first.
import { useChange } from "#app/admin/source/change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { numberText } from "#app/ui/share.ts";
import { campaignDayOriginNames, campaignWords as words } from "#content/console/campaigns.ts";
import type { CampaignDetail } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";
import styles from "./day-table.module.css";

export function DayTable({ campaign: { _id: id, days } }: { campaign: CampaignDetail }) {
  const change = useChange();
  const one = api.admin.campaigns[":id"].days[":day"];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <section className={styles.box} aria-label={words.dailyTable} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          <Hidden>{words.daily}</Hidden>
        </caption>
        <thead>
          <tr>
            {[words.day, words.impressions, words.clicks, words.spend, words.origin].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, impressions, clicks, spendCents, origin }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>
                <Figure text={impressions === null ? null : numberText(impressions)} />
              </td>
              <td>
                <Figure text={clicks === null ? null : numberText(clicks)} />
              </td>
              <td>
                <Figure text={spendCents === null ? null : `$${dollarsText(spendCents)}`} />
              </td>
              <td>{campaignDayOriginNames[origin]}</td>
              <td>
                <Button
                  variant="quiet"
                  isSmall
                  aria-label={words.removeDay(day)}
                  onClick={() => void change(() => one.$delete({ param: { id, day } }))}
                >
                  {words.remove}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Figure({ text }: { text: string | null }) {
  if (text !== null) return text;
  return (
    <>
      <span aria-hidden>{words.unknown}</span>
      <Hidden>{words.unknownRead}</Hidden>
    </>
  );
}
