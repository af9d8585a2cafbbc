import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { questionnaire } from "#content/questionnaire.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import styles from "./answers.module.css";

/** The questionnaire's words for "yes" and "no", by the form's values. */
const answerNames = new Map<string, string>(Object.entries(questionnaire.answers));

/** Shows the person's message, and the answers to the questions. */
export function Answers({ detail }: { detail: ContactRequestDetail }) {
  const { message, questions, contactRequest } = detail;
  const { package: selected } = questionnaire.questions;
  const pairs = questions
    .flatMap(Object.entries)
    // The package is left out, because it is shown above. The requested time is shown above too,
    // but here it is as the person wrote it.
    .filter(([question]) => question !== selected);
  const isUnfinished = contactRequest.finishedAt === null;
  const isNothing = !message && pairs.length === 0 && contactRequest.kind !== "makeover";
  if (isNothing && !isUnfinished) return null;
  return (
    <section className={styles.box} aria-labelledby="answers">
      <h2 id="answers">{message ? words.message : words.answers}</h2>
      {message && (
        <p className={styles.words} dir="auto">
          {message}
        </p>
      )}
      {contactRequest.kind === "makeover" && <p className={styles.note}>{words.makeoverNote}</p>}
      {isUnfinished && <p className={styles.note}>{words.unfinishedNote}</p>}
      {pairs.length > 0 && (
        <dl className={styles.answers}>
          {pairs.map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd dir="auto">{answerNames.get(answer) ?? answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
