import type { ReactNode } from "react";
import { useMarketingWords } from "#app/marketing/words.ts";
import styles from "./choice.module.css";

/**
 * A yes/no question with a follow-up question after yes. CSS shows the follow-up question, so that
 * it works before hydration.
 */
export function YesNo({
  name,
  question,
  children,
}: {
  name: string;
  question: string;
  /** The follow-up question. */
  children: ReactNode;
}) {
  const { answers } = useMarketingWords().questionnaire;
  return (
    <div className={styles.question}>
      <fieldset>
        <legend className={styles.legend}>{question}</legend>
        <div className={styles.answers}>
          {(["yes", "no"] as const).map((value) => (
            <label key={value} className={styles.answer}>
              <input type="radio" name={name} value={value} />
              {answers[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.followUp}>{children}</div>
    </div>
  );
}
