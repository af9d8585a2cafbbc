// Shows the selected package, and lets the visitor change it. CSS shows the selection, so that it
// is correct before hydration.
import { inDollars } from "#app/marketing/price.ts";
import { useMarketingWords } from "#app/marketing/words.ts";
import styles from "./package-strip.module.css";

export function PackageStrip() {
  const { packages, questionnaire } = useMarketingWords();
  const { noPackage, nothingToPay, changePackage, questions } = questionnaire;
  return (
    <details className={styles.strip}>
      <summary>
        <span className={styles.chosen}>
          {packages.map(({ id, title, price, per }) => (
            <span key={id} data-package={id}>
              <b>{title}</b>, {inDollars(price)} {per}
            </span>
          ))}
          <span data-package="none">
            <b>{noPackage.title}</b>
          </span>
          <small data-note="pay">{nothingToPay}</small>
          <small data-note="none">{noPackage.says}</small>
        </span>
        <span className={styles.change}>{changePackage}</span>
      </summary>
      <fieldset className={styles.packages}>
        <legend className={styles.legend}>{questions.package}</legend>
        {packages.map(({ id, title, price, per, says }) => (
          <label key={id}>
            <input type="radio" name="package" value={id} />
            <span>
              <b>{title}</b>, {inDollars(price)} {per}
              <small>{says}</small>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="package" value="none" />
          <span>{noPackage.choice}</span>
        </label>
      </fieldset>
    </details>
  );
}
