import type { Queue } from "#app/lms/dashboard.tsx";
import { Pie } from "#app/ui/pie.tsx";
import styles from "./figures.module.css";

export function Figures({ queue }: { queue: Queue }) {
  const { counts, onTime } = queue;
  const statistics = [
    { name: "Campaigns", value: counts.campaigns, note: null },
    { name: "New Customers", value: counts.newCustomers, note: null },
    { name: "Leads", value: counts.leadsCount, note: null },
    { name: "Impressions", value: counts.impressions, note: asOfText(counts.impressionsAsOf) },
  ];
  return (
    <aside className={styles.aside} aria-label="Figures">
      <section aria-labelledby="on-time">
        <h2 id="on-time">Calls on Time</h2>
        <Pie timeDiff={onTime.timeDiff} />
        {onTime.enteredLater > 0 && (
          <p className={styles.later}>
            {onTime.enteredLater === 1 ? "1 call was" : `${onTime.enteredLater} calls were`} entered
            later than made.
          </p>
        )}
      </section>
      <section aria-labelledby="statistics">
        <h2 id="statistics">Statistics</h2>
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
    </aside>
  );
}

function asOfText(day: string | null): string {
  if (!day) return "none recorded yet";
  const date = new Date(`${day}T00:00:00Z`);
  return `as of ${new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" }).format(date)}`;
}
