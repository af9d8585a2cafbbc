// A campaign by week, newest first. Each week expands to its days, whose figures are edited in
// place.
import { Fragment, useRef, useState } from "react";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconTrash } from "#app/ui/writing-icons.ts";
import { campaignDayOriginNames, campaignWords as words } from "#content/console/campaigns.ts";
import type {
  CampaignDay,
  CampaignPeriod,
  CampaignWeek,
  CampaignWeeks,
} from "#contract/campaigns.ts";
import { dayText } from "#contract/moment-text.ts";
import { dayAfter, daysUntil } from "#contract/zones.ts";
import { centsText, costText, countText, shortDay } from "./campaign-texts.ts";
import { DayFigure, type FigureName } from "./day-figure.tsx";
import { Figure } from "./figure.tsx";
import styles from "./weeks-table.module.css";

export function WeeksTable({ id, shown }: { id: string; shown: CampaignWeeks }) {
  const { weeks, total } = shown;
  const table = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<string[]>(() => weeks.slice(0, 1).map(({ from }) => from));
  const toggle = (from: string) =>
    setOpen((all) => (all.includes(from) ? all.filter((one) => one !== from) : [...all, from]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
    <section ref={table} className={styles.box} aria-label={words.dailyTable} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          <Hidden>{words.daily}</Hidden>
        </caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <Fragment key={week.from}>
              <tr className={styles.week}>
                <th scope="row">
                  <button
                    type="button"
                    aria-expanded={open.includes(week.from)}
                    aria-label={words.showDays(shortDay(week.from))}
                    onClick={() => toggle(week.from)}
                  >
                    {shortDay(week.from)}
                  </button>
                </th>
                <Sums of={week} />
                <td>{originsOf(week)}</td>
                <td />
              </tr>
              {open.includes(week.from) && (
                <Days
                  id={id}
                  week={week}
                  // The focus moves to the table, because the clicked button disappears with its
                  // row's numbers.
                  onRemoved={() => table.current?.focus()}
                />
              )}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.sum}</th>
            <Sums of={total} />
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

const heads = [
  ...[words.weekHead, words.impressions, words.clicks, words.spend],
  ...[words.leads, words.perLead, words.booked, words.perBooked, words.from],
];

function Sums({ of }: { of: CampaignPeriod }) {
  const texts = {
    impressions: countText(of.impressions),
    clicks: countText(of.clicks),
    spend: centsText(of.spendCents),
    leads: countText(of.leads),
    perLead: costText(of.perLead),
    booked: countText(of.booked),
    perBooked: costText(of.perBooked),
  };
  return Object.entries(texts).map(([name, text]) => (
    <td key={name}>
      <Figure text={text} />
    </td>
  ));
}

function originsOf({ days }: CampaignWeek): string {
  const origins = new Set(days.map(({ origin }) => campaignDayOriginNames[origin]));
  return [...origins].join(", ");
}

type DaysProps = { id: string; week: CampaignWeek; onRemoved: () => void };

function Days({ id, week, onRemoved }: DaysProps) {
  const change = useChange();
  const [edited, setEdited] = useState<{ day: string; name: FigureName } | null>(null);
  const leaving = useRef<(() => boolean) | null>(null);
  const one = api.admin.campaigns[":id"].days[":day"];
  const known = new Map(week.days.map((day) => [day.day, day]));
  const count = daysUntil(week.from, week.to) + 1;

  /** First saves the number that is being edited. If it can't be saved, its field stays open. */
  function edit(next: { day: string; name: FigureName }) {
    if (leaving.current?.() ?? true) setEdited(next);
  }

  async function remove({ day, ...figures }: CampaignDay) {
    const param = { id, day };
    const undo = () => one.$put({ param, json: figures });
    if (await change(() => one.$delete({ param }), { undo })) onRemoved();
  }

  return Array.from({ length: count }, (_, back) => dayAfter(week.to, -back)).map((day) => {
    const figures = known.get(day) ?? null;
    return (
      <tr key={day} className={styles.day}>
        <th scope="row">{dayText(day, { weekday: "short", month: "short", day: "numeric" })}</th>
        {names.map((name) => (
          <td key={name}>
            <DayFigure
              id={id}
              day={day}
              figures={figures}
              name={name}
              isEdited={edited?.day === day && edited.name === name}
              onEdit={() => edit({ day, name })}
              onLeave={() => setEdited(null)}
              leaving={leaving}
            />
          </td>
        ))}
        <td colSpan={4} />
        <td>{figures && campaignDayOriginNames[figures.origin]}</td>
        <td>
          {figures && (
            <button
              type="button"
              className={styles.remove}
              aria-label={words.removeDay(dayText(day, { dateStyle: "medium" }))}
              title={words.remove}
              onClick={() => void remove(figures)}
            >
              <IconTrash aria-hidden />
            </button>
          )}
        </td>
      </tr>
    );
  });
}

const names = ["impressions", "clicks", "spendCents"] as const;
