// A campaign's daily figures, newest first.
import { useRef, useState } from "react";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { numberText } from "#app/ui/share.ts";
import { IconTrash } from "#app/ui/writing-icons.ts";
import { campaignDayOriginNames, campaignWords as words } from "#content/console/campaigns.ts";
import { consoleWords } from "#content/console/frame.ts";
import type { CampaignDetail } from "#contract/campaigns.ts";
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";
import styles from "./day-table.module.css";

export function DayTable({ campaign: { _id: id, days } }: { campaign: CampaignDetail }) {
  const change = useChange();
  const table = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const one = api.admin.campaigns[":id"].days[":day"];
  const close = () => setAsked(null);

  async function remove(day: string) {
    close();
    await change(() => one.$delete({ param: { id, day } }));
    // The clicked button disappears with its row, now or in the next frame.
    const at = document.activeElement;
    if (at === document.body || table.current?.contains(at)) table.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
    <section ref={table} className={styles.box} aria-label={words.dailyTable} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          <Hidden>{words.daily}</Hidden>
        </caption>
        <thead>
          <tr>
            {[words.day, words.impressions, words.clicks, words.spend].map((head) => (
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
              <th scope="row">
                {dateOf(day)}
                <small>{campaignDayOriginNames[origin]}</small>
              </th>
              <td>
                <Figure text={impressions === null ? null : numberText(impressions)} />
              </td>
              <td>
                <Figure text={clicks === null ? null : numberText(clicks)} />
              </td>
              <td>
                <Figure text={spendCents === null ? null : `$${dollarsText(spendCents)}`} />
              </td>
              <td>
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={words.removeDay(dateOf(day))}
                  title={words.remove}
                  onClick={() => setAsked(day)}
                >
                  <IconTrash aria-hidden />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog
        isOpen={asked !== null}
        onClose={close}
        title={words.askRemove(asked ? dateOf(asked) : "")}
      >
        <p>{words.removeMeans}</p>
        <div className={styles.answers}>
          <Button variant="quiet" onClick={close} autoFocus>
            {consoleWords.cancel}
          </Button>
          <Button variant="danger" onClick={() => asked && void remove(asked)}>
            {words.remove}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}

const dateOf = (day: string) => dayText(day, { dateStyle: "medium" });

function Figure({ text }: { text: string | null }) {
  if (text !== null) return text;
  return (
    <>
      <span aria-hidden>{words.unknown}</span>
      <Hidden>{words.unknownRead}</Hidden>
    </>
  );
}
