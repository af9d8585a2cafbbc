// A letter in a frame: no scripts, no forms, no origin of its own; its links lead nowhere here.
import { useState } from "react";
import styles from "./email-frame.module.css";

type EmailLayout = { subject: string; html: string; from: string; replyTo: string; to: string };

export function EmailFrame({ letter }: { letter: EmailLayout }) {
  const [width, setWidth] = useState<"wide" | "narrow">("wide");
  return (
    <div className={styles.letter}>
      <dl className={styles.head}>
        <div>
          <dt>From</dt>
          <dd>{letter.from}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>{letter.to || "no address yet"}</dd>
        </div>
        <div>
          <dt>Answers go to</dt>
          <dd>{letter.replyTo}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd>
            <strong>{letter.subject}</strong>
          </dd>
        </div>
      </dl>
      <fieldset className={styles.widths} aria-label="Shown as on">
        {(["wide", "narrow"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === width}
            onClick={() => setWidth(one)}
          >
            {one === "wide" ? "A computer" : "A phone"}
          </button>
        ))}
      </fieldset>
      <iframe
        title="The e-mail"
        className={styles.frame}
        data-width={width}
        sandbox=""
        srcDoc={letter.html}
      />
    </div>
  );
}
