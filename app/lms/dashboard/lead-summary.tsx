import { assigneeText } from "#app/lms/shell/assignee.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { LeadLanguage, spokenLanguage } from "#app/lms/shell/lead-language.tsx";
import { nameOf, plainName } from "#app/lms/shell/names.tsx";
import { Wish, wishOf } from "#app/lms/shell/wish.tsx";
import styles from "#app/ui/calling/call-row.module.css";
import { rowWords } from "#content/desk/dashboard.ts";
import type { Lead } from "#contract/leads.ts";

/**
 * Shows what to know before the call, what the person wants or wrote, and where the lead came from.
 * On phones, the last two don't fit into every row.
 */
export function LeadSummary({ lead }: { lead: Lead }) {
  const { person } = useDesk();
  const marks = [
    assigneeText(lead, person),
    lead.askedAs && rowWords.knownAs(plainName(nameOf(lead))),
    lead.doNotCall && plainName(lead.doNotCall.reason),
    lead.isTest && rowWords.testLead,
  ].filter(Boolean);
  const wish = wishOf(lead);
  const origin = [lead.campaign, lead.source].filter(Boolean).join(" · ");
  const speaks = spokenLanguage(lead);
  const hasMarks = marks.length > 0 || speaks;
  const dot = <span className={styles.dot}> · </span>;
  return (
    <span className={styles.sub} dir="auto">
      {speaks && (
        <strong className={styles.language}>
          <LeadLanguage lead={lead} />
        </strong>
      )}
      {speaks && marks.length > 0 && " · "}
      {marks.join(" · ")}
      {wish && (
        <span className={styles.interest} dir="auto" title={wish}>
          {hasMarks && dot}
          <Wish lead={lead} />
        </span>
      )}
      {origin && (
        <span className={styles.origin}>
          {(hasMarks || wish) && dot}
          {origin}
        </span>
      )}
    </span>
  );
}
