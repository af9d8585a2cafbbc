import { Pie } from "#app/ui/pie.tsx";
import { marketing } from "#content/marketing.ts";
import styles from "./desk-figures.module.css";

const { timeDiff, statistics } = marketing.desk;

export function DeskFigures() {
  return (
    <div className={styles.figures}>
      <p className={styles.figuresTitle}>Calls on Time</p>
      <Pie timeDiff={timeDiff} people="inquiries" />
      <p className={styles.figuresTitle}>Statistics</p>
      <dl>
        {statistics.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.toLocaleString("en-US")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
