// Two bar charts of leads and spend by week, with the oldest week on the left. They share one axis
// of weeks. The table below has the numbers.
import { useState } from "react";
import { numberText } from "#app/ui/share.ts";
import { campaignWords as words } from "#content/console/campaigns.ts";
import type { CampaignWeek } from "#contract/campaigns.ts";
import { centsText, costText, mostSpendText, shortDay } from "./campaign-texts.ts";
import styles from "./weeks-chart.module.css";

// The sizes in the drawings' own units. The drawings are stretched to fit, so all text is outside
// them.
const column = 20;
const bar = 12;
const heights = { leads: 100, spend: 60 };
/** If there are more weeks than this, only every second or fourth week has a date. */
const mostDates = 14;

/** The chart. `weeks`: newest first. */
export function WeeksChart({ weeks }: { weeks: CampaignWeek[] }) {
  const shown = weeks.toReversed();
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  const told = shown.find(({ from }) => from === pointedAt) ?? shown.at(-1);
  const everyWeeks = 2 ** Math.max(0, Math.ceil(Math.log2(shown.length / mostDates)));
  const leads = shown.map(({ leads, booked, from }) => ({ from, all: leads, part: booked }));
  const spend = shown.map(({ spendCents, from }) => ({ from, all: spendCents ?? 0, part: 0 }));
  const mostLeads = Math.max(0, ...leads.map(({ all }) => all));
  const mostSpend = Math.max(0, ...spend.map(({ all }) => all));
  return (
    <figure className={styles.chart} aria-hidden onPointerLeave={() => setPointedAt(null)}>
      <figcaption className={styles.told}>
        {told && <Told week={told} />}
        <span className={styles.legend}>
          <span data-of="booked">{words.booked}</span>
          <span data-of="leads">{words.leads}</span>
        </span>
      </figcaption>
      <div className={styles.box}>
        <div className={styles.inside} data-long={shown.length > mostDates}>
          <p>{words.leadsIn(mostLeads)}</p>
          <Band weeks={leads} most={mostLeads} height={heights.leads} onPoint={setPointedAt} />
          <p>{mostSpendText(shown)}</p>
          <Band weeks={spend} most={mostSpend} height={heights.spend} onPoint={setPointedAt} />
          <div className={styles.dates}>
            {shown.map(({ from }, place) => (
              <span key={from} data-told={from === told?.from}>
                {(shown.length - 1 - place) % everyWeeks === 0 && shortDay(from)}
              </span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  );
}

function Told({ week: { from, leads, booked, spendCents, perLead } }: { week: CampaignWeek }) {
  const [spent, aLead] = [centsText(spendCents), costText(perLead)];
  return (
    <>
      <strong>{words.weekOf(shortDay(from))}</strong>
      <span>{words.leadsIn(leads)}</span>
      <span>{words.bookedIn(numberText(booked))}</span>
      {spent && <span>{words.spentIn(spent)}</span>}
      {aLead && <span>{words.aLead(aLead)}</span>}
    </>
  );
}

type BandProps = {
  weeks: { from: string; all: number; part: number }[];
  most: number;
  height: number;
  onPoint: (from: string) => void;
};

function Band({ weeks, most, height, onPoint }: BandProps) {
  return (
    <svg
      viewBox={`0 0 ${weeks.length * column} ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
      aria-hidden
    >
      {weeks.map(({ from, all, part }, place) => {
        // If all values are 0, the bars have no height.
        const tall = height * (all / Math.max(1, most));
        const dark = height * (part / Math.max(1, most));
        const x = place * column + (column - bar) / 2;
        return (
          <g key={from} onPointerEnter={() => onPoint(from)}>
            <rect className={styles.place} x={place * column} width={column} height={height} />
            <rect x={x} y={height - tall} width={bar} height={tall} />
            <rect className={styles.part} x={x} y={height - dark} width={bar} height={dark} />
          </g>
        );
      })}
    </svg>
  );
}
