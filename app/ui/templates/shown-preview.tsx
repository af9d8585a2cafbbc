// The server's preview of a template: the email as its recipient sees it, or why it can't be shown.
import type { Outcome } from "#app/ui/ask-api.ts";
import { previewWords, templateWords } from "#content/desk/templates.ts";
import type { Preview } from "#contract/templates.ts";
import { EmailFrame } from "./email-frame.tsx";
import styles from "./shown-preview.module.css";

/** Null until the server has responded. */
export type PreviewOutcome = Outcome<Preview> | null;

export function ShownPreview({ shown }: { shown: PreviewOutcome }) {
  return (
    <div aria-live="polite" aria-busy={shown === null}>
      {shown === null && <p className={styles.waiting}>{previewWords.loading}</p>}
      {shown?.isDone === false && <Refused shown={shown} />}
      {shown?.isDone && <EmailFrame letter={shown.answer} />}
    </div>
  );
}

function Refused({ shown }: { shown: Extract<PreviewOutcome, { isDone: false }> }) {
  const { message, errors } = shown.refusal;
  return (
    <div role="alert" className={styles.refused}>
      <p>{message}</p>
      <ul>
        {Object.entries(errors).map(([field, sentence]) => (
          <li key={field}>
            {previewWords.wrong(
              field === "body" ? templateWords.message : templateWords.subject,
              sentence,
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
