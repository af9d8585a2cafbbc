import { Link, useSearchParams } from "react-router";
import { figuresUrl, useInquiriesUrl } from "#app/lms/figures/links.ts";
import { type Period, periodText, readPeriod } from "#app/lms/figures/period.ts";
import { PeriodPicker } from "#app/lms/figures/period-picker.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconChevronRight } from "#app/ui/icons.tsx";
import { Pie } from "#app/ui/pie.tsx";
import { figureWords } from "#content/desk.ts";
import styles from "./figures.module.css";
import type { Queue } from "./load-dashboard.ts";

type Known = Pick<Queue, "onTime" | "counts">;

/** The two cards beside the queue; without `figures` the server could not say them for this period. */
export function Figures({ figures, isStale }: { figures: Known | null; isStale: boolean }) {
  const [search] = useSearchParams();
  const period = readPeriod(search);
  return (
    <aside className={styles.aside} aria-label="Figures" data-stale={isStale || undefined}>
      <PeriodPicker />
      {figures ? (
        <>
          <OnTime onTime={figures.onTime} />
          <Statistics counts={figures.counts} period={period} />
        </>
      ) : (
        <Empty>{figureWords.failed}</Empty>
      )}
    </aside>
  );
}

function OnTime({ onTime }: { onTime: Known["onTime"] }) {
  const [search] = useSearchParams();
  const inquiriesUrl = useInquiriesUrl();
  return (
    <section aria-labelledby="on-time">
      <h2 id="on-time">Calls on Time</h2>
      <Pie timeDiff={onTime.timeDiff} linkTo={(bucket) => inquiriesUrl({ bucket })} />
      {onTime.enteredLater > 0 && (
        <p className={styles.later}>
          <Link to={inquiriesUrl({ enteredLater: "true" })}>
            {onTime.enteredLater === 1 ? "1 call was" : `${onTime.enteredLater} calls were`} entered
            later
          </Link>{" "}
          than made.
        </p>
      )}
      <Link className={styles.more} to={figuresUrl(search)}>
        By hour, campaign and outcome
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Link>
    </section>
  );
}

function Statistics({ counts, period }: { counts: Known["counts"]; period: Period }) {
  const isOfDays = period.name !== "all";
  const statistics = [
    { name: "Campaigns", value: counts.campaigns, note: isOfDays ? "running now" : null },
    { name: "New Customers", value: counts.newCustomers, note: null },
    { name: "Leads", value: counts.leadsCount, note: null },
    { name: "Impressions", value: counts.impressions, note: asOfText(counts.impressionsAsOf) },
  ];
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics">
        Statistics {isOfDays && <span className={styles.period}>{periodText(period)}</span>}
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
  if (!day) return "none recorded yet";
  const date = new Date(`${day}T00:00:00Z`);
  return `all time, as of ${new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" }).format(date)}`;
}
