import { IconStopwatch } from "#app/ui/icons.tsx";
import { contactRequestWords } from "#content/console/contact-requests.ts";
import type { OwnResponseTime } from "#contract/contact-request-work.ts";
import styles from "./response-time.module.css";

const words = contactRequestWords.responseTime;

/** Shows the agency's own median response time, measured as for its practices. */
export function ResponseTime({ of }: { of: OwnResponseTime }) {
  const { n, median, medianInBusinessHours } = of;
  if (n === 0) return null;
  return (
    <p className={styles.median}>
      <IconStopwatch aria-hidden />
      <span>
        {words.title}: <strong>{textOf(median)}</strong>
        <span className={styles.of}>
          {" "}
          ({words.of(n)}
          {medianInBusinessHours !== median &&
            `, ${words.openHours(textOf(medianInBusinessHours))}`}
          )
        </span>
      </span>
    </p>
  );
}

function textOf(median: OwnResponseTime["median"]): string {
  if (median === null) return words.none;
  return typeof median === "number" ? words.minutes(median) : words[median];
}
