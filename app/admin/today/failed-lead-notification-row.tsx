import type { ReactNode } from "react";
import styles from "#app/admin/today.module.css";
import { Button } from "#app/ui/button.tsx";
import { todayWords } from "#content/console/today.ts";
import type { FailedLeadNotifications } from "#contract/intake.ts";
import { replay } from "./replay.ts";

type RowProps = {
  lead: FailedLeadNotifications["failedLeadNotifications"][number];
  when: ReactNode;
};

/** A lead that a platform has notified us about but that we couldn't load. */
export function FailedLeadNotificationRow({ lead, when }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <strong>{todayWords.failedLeadNotification(lead._id)}</strong>
          <span className={styles.kind}>
            {todayWords.failedLeadNotificationsOf(lead.page, lead.form)}
          </span>
        </p>
        <p className={lead.problem ? styles.problem : styles.sub}>
          {lead.problem ?? todayWords.beingFetched}
        </p>
      </div>
      {when}
      {lead.failedAt && (
        <Button variant="outline" isSmall onClick={() => void replay(lead._id)}>
          {todayWords.again}
        </Button>
      )}
    </li>
  );
}
