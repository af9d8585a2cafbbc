import { Link, useSearchParams } from "react-router";
import { figuresUrl, useInquiriesUrl } from "#app/lms/figures/links.ts";
import { type Period, periodText, readPeriod } from "#app/lms/figures/period.ts";
import { PeriodDays, PeriodSelect, ReadingSwitch } from "#app/lms/figures/period-picker.tsx";
import { useDesk, useMay } from "#app/lms/shell/desk-context.ts";
import { IconChevronRight } from "#app/lms/shell/desk-icons.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Pie } from "#app/ui/pie.tsx";
import { cardWords } from "#content/desk/dashboard.ts";
import { figureWords, periodWords } from "#content/desk/figures.ts";
import { monthDayText } from "#contract/moment-text.ts";
import styles from "./figures.module.css";
import type { Queue } from "./load-dashboard.ts";

type Known = Pick<Queue, "onTime" | "counts">;

/**
 * The two cards next to the queue. `figures` is null if the server couldn't calculate them for this
 * period.
 */
export function Figures({ figures, isStale }: { figures: Known | null; isStale: boolean }) {
  const [search] = useSearchParams();
  const period = readPeriod(search);
  return (
    <aside className={styles.aside} aria-label={cardWords.label} data-stale={isStale || undefined}>
      <OnTime onTime={figures?.onTime ?? null} />
      {figures && <Statistics counts={figures.counts} period={period} />}
    </aside>
  );
}

function OnTime({ onTime }: { onTime: Known["onTime"] | null }) {
  const [search] = useSearchParams();
  const inquiriesUrl = useInquiriesUrl();
  return (
    <section aria-labelledby="on-time">
      <div className={styles.heading}>
        <h2 id="on-time">{cardWords.onTime}</h2>
        <PeriodSelect isQuiet />
      </div>
      <PeriodDays />
      {onTime ? (
        <Pie timeDiff={onTime.timeDiff} linkTo={(bucket) => inquiriesUrl({ bucket })} />
      ) : (
        <Empty>{figureWords.failed}</Empty>
      )}
      <div className={styles.reading}>
        <ReadingSwitch />
        <QueueReading />
      </div>
      {onTime && onTime.enteredLater > 0 && (
        <p className={styles.later}>
          <Link to={inquiriesUrl({ enteredLater: "true" })}>
            {figureWords.loggedLater(onTime.enteredLater)}
          </Link>
          .
        </p>
      )}
      <Link className={styles.more} to={figuresUrl(search)}>
        {cardWords.more}
        <IconChevronRight aria-hidden />
      </Link>
    </section>
  );
}

/**
 * Says that the switch affects only the figures, and where to change how the queue counts waits.
 */
function QueueReading() {
  const { client, viewAs } = useDesk();
  const mayChange = useMay("profile") && viewAs === null;
  return (
    <p className={styles.rule}>
      {periodWords.onlyFigures[client.reading]}{" "}
      {mayChange && <Link to="/lms/profile?page=hours#queue">{periodWords.changeQueue}</Link>}
    </p>
  );
}

function Statistics({ counts, period }: { counts: Known["counts"]; period: Period }) {
  const isOfDays = period.name !== "all";
  const statistics = [
    {
      name: cardWords.campaigns,
      value: counts.campaigns,
      note: isOfDays ? cardWords.activeNow : null,
    },
    { name: cardWords.newCustomers, value: counts.newCustomers, note: null },
    { name: cardWords.leads, value: counts.leadsCount, note: null },
    {
      name: cardWords.impressions,
      value: counts.impressions,
      note: asOfText(counts.impressionsAsOf),
    },
  ];
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics">
        {cardWords.statistics}{" "}
        {isOfDays && <span className={styles.period}>{periodText(period)}</span>}
      </h2>
      <dl className={styles.statistics}>
        {statistics.map(({ name, value, note }) => (
          <div key={name}>
            <dd>{value.toLocaleString("en-US")}</dd>
            <dt>
              {name}
              {note && <span>{note}</span>}
            </dt>
          </div>
        ))}
      </dl>
    </section>
  );
}

function asOfText(day: string | null): string {
  if (!day) return cardWords.noneRecorded;
  return cardWords.asOf(monthDayText(`${day}T00:00:00Z`, "UTC"));
}
