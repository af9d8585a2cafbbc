// Shows an email in a sandboxed frame without scripts or forms and with an opaque origin. Its links
// don't work.
import { useState } from "react";
import { emailFrameWords } from "#content/desk/emails.ts";
import styles from "./email-frame.module.css";

type EmailLayout = { subject: string; html: string; from: string; replyTo: string; to: string };

export function EmailFrame({ letter }: { letter: EmailLayout }) {
  const [width, setWidth] = useState<"wide" | "narrow">("wide");
  return (
    <div className={styles.letter}>
      <dl className={styles.head}>
        <div>
          <dt>{emailFrameWords.from}</dt>
          <dd>{letter.from}</dd>
        </div>
        <div>
          <dt>{emailFrameWords.to}</dt>
          <dd>{letter.to || emailFrameWords.noAddress}</dd>
        </div>
        <div>
          <dt>{emailFrameWords.replyTo}</dt>
          <dd>{letter.replyTo}</dd>
        </div>
        <div>
          <dt>{emailFrameWords.subject}</dt>
          <dd>
            <strong>{letter.subject}</strong>
          </dd>
        </div>
      </dl>
      <fieldset className={styles.widths} aria-label={emailFrameWords.shownOn}>
        {(["wide", "narrow"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === width}
            onClick={() => setWidth(one)}
          >
            {emailFrameWords.widths[one]}
          </button>
        ))}
      </fieldset>
      <iframe
        title={emailFrameWords.title}
        className={styles.frame}
        data-width={width}
        sandbox=""
        srcDoc={letter.html}
      />
    </div>
  );
}
