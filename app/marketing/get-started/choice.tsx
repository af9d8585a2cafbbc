import type { ReactNode } from "react";
import { questionnaire } from "#content/questionnaire.ts";
import styles from "./choice.module.css";

/** Yes or no, and what is asked only after a yes. The style sheet shows it, so no script is needed. */
export function YesNo({
  name,
  question,
  children,
}: {
  name: string;
  question: string;
  /** The follow-up. */
  children: ReactNode;
}) {
  return (
    <div className={styles.question}>
      <fieldset>
        <legend className={styles.legend}>{question}</legend>
        <div className={styles.answers}>
          {(["yes", "no"] as const).map((value) => (
            <label key={value} className={styles.answer}>
              <input type="radio" name={name} value={value} />
              {questionnaire.answers[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.followUp}>{children}</div>
    </div>
  );
}
