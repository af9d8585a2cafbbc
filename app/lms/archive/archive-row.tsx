import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { useOpenCall } from "#app/lms/calls/open-call.tsx";
import { useOptimisticLead } from "#app/lms/calls/optimistic-leads.ts";
import { OutcomePanel } from "#app/lms/calls/outcome-panel.tsx";
import { NumberLink } from "#app/lms/calls/start-call.tsx";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { IconArrowBackUp } from "#app/lms/shell/desk-icons.ts";
import { callName } from "#app/lms/shell/names.tsx";
import { AtTime } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { archiveWords } from "#content/desk/archive.ts";
import { rowWords } from "#content/desk/dashboard.ts";
import type { ArchivedLead } from "#contract/archive.ts";
import { restoreWithUndo } from "./archive-with-undo.ts";
import { reasonText } from "./reason-text.ts";
import styles from "./rows.module.css";

type RowProps = {
  lead: ArchivedLead;
  /** True once the lead is no longer in the list. The row stays while the list is in use. */
  isGone: boolean;
  /** Whether the row is selected; null while rows can't be selected. */
  isChosen: boolean | null;
  onChoose: () => void;
  /** Called after the lead is archived again, which may push other rows down. */
  onUndone: () => void;
};

export function ArchiveRow(props: RowProps) {
  const { lead: known, isGone, isChosen, onChoose, onUndone } = props;
  const lead = useOptimisticLead(known);
  const { client, viewAs } = useDesk();
  const { isAsked, beingCalled } = useOpenCall(lead, isGone);
  const { revalidate } = useRevalidator();
  const [isRestoring, setIsRestoring] = useState(false);
  const { archived } = lead;
  const name = callName(lead);

  async function restore() {
    if (isRestoring || !archived) return;
    setIsRestoring(true);
    await restoreWithUndo(lead, archived.reason, (change) => {
      if (change === "undone") onUndone();
      void revalidate();
    });
    setIsRestoring(false);
  }

  return (
    <li data-gone={isGone || undefined}>
      <div className={`${styles.row} ${styles.archived}`}>
        {isChosen !== null && (
          <label className={styles.box}>
            <input type="checkbox" checked={isChosen} onChange={onChoose} />
            <Hidden>{rowWords.select(name)}</Hidden>
          </label>
        )}
        <div className={styles.person}>
          <Link to={deskUrl(`/lms/lead?id=${lead._id}`, viewAs)} className={styles.name} dir="auto">
            {name}
          </Link>
          <span className={styles.sub}>
            {[lead.isTest && archiveWords.testLead, lead.campaign, lead.source]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </div>
        <div className={styles.phone}>
          {lead.phone ? (
            <NumberLink lead={lead} opensLead={isGone} />
          ) : (
            <span className={styles.sub}>{lead.email}</span>
          )}
        </div>
        {archived && (
          <div className={styles.why}>
            <strong dir="auto">{reasonText(archived.reason)}</strong>
            <span className={styles.sub}>
              {archived.by && `${archived.by}, `}
              <AtTime at={archived.at} timeZone={client.timeZone} />
            </span>
          </div>
        )}
        <div className={styles.action} data-calling={beingCalled ? "" : undefined}>
          {isGone && <span className={styles.sub}>{archiveWords.isBack}</span>}
          {beingCalled}
          {!isGone && !beingCalled && !viewAs && isChosen === null && (
            <Button
              variant="quiet"
              isSmall
              aria-disabled={isRestoring}
              onClick={() => void restore()}
            >
              <IconArrowBackUp aria-hidden />
              {isRestoring ? archiveWords.restoring : archiveWords.restore}
              <Hidden> {name}</Hidden>
            </Button>
          )}
        </div>
      </div>
      {isAsked && <OutcomePanel lead={lead} timeZone={client.timeZone} />}
    </li>
  );
}
