import type { ReactNode } from "react";
import styles from "#app/admin/today.module.css";
import { Button } from "#app/ui/button.tsx";
import { todayWords } from "#content/console.ts";
import type { StrandedLeads } from "#contract/intake.ts";
import { replay } from "./replay.ts";

type RowProps = { lead: StrandedLeads["stranded"][number]; when: ReactNode };

/** A lead that a platform announced and nobody could fetch. */
export function StrandedRow({ lead, when }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <strong>Lead {lead._id}</strong>
          <span className={styles.kind}>{todayWords.strandedOf(lead.page, lead.form)}</span>
        </p>
        <p className={lead.problem ? styles.problem : styles.sub}>
          {lead.problem ?? todayWords.beingFetched}
        </p>
      </div>
      {when}
      {lead.failedAt && (
        <Button look="outline" isSmall onClick={() => void replay(lead._id)}>
          {todayWords.again}
        </Button>
      )}
    </li>
  );
}
