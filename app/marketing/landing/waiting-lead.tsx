import { useMarketingWords } from "#app/marketing/words.ts";
import { Clock } from "#app/ui/clock.tsx";
import { FixedNow } from "#app/ui/now.tsx";
import styles from "./waiting-lead.module.css";

// A fixed time for the picture's clock.
const pictured = new Date("2026-01-05T15:00:00Z");

export function WaitingLead() {
  const { chip } = useMarketingWords().marketing.hero;
  const since = new Date(pictured.getTime() - chip.waitsSeconds * 1000);
  return (
    <div className={styles.chip} aria-hidden="true">
      <p>
        <span>{chip.from}</span>
        <b>{chip.name}</b>
      </p>
      <FixedNow at={pictured}>
        <Clock since={since.toISOString()} sinceText="" />
      </FixedNow>
    </div>
  );
}
