import { useMarketingWords } from "#app/marketing/words.ts";
import { Pie } from "#app/ui/pie.tsx";
import styles from "./desk-figures.module.css";

export function DeskFigures() {
  const { screen, timeDiff, statistics } = useMarketingWords().marketing.desk;
  return (
    <div className={styles.figures}>
      <p className={styles.figuresTitle}>{screen.callsOnTime}</p>
      <Pie timeDiff={timeDiff} people={screen.inquiries} />
      <p className={styles.figuresTitle}>{screen.statistics}</p>
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
