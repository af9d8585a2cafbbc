// What a search finds outside the queue. A patient who calls back may be booked, archived or
// scheduled for a callback.
import { Link } from "react-router";
import { reasonText } from "#app/lms/archive/reason-text.ts";
import { useOpenCall } from "#app/lms/calls/open-call.tsx";
import { useOptimisticLead } from "#app/lms/calls/optimistic-leads.ts";
import { OutcomePanel } from "#app/lms/calls/outcome-panel.tsx";
import { NumberLink } from "#app/lms/calls/start-call.tsx";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { callName } from "#app/lms/shell/names.tsx";
import { AtTime } from "#app/ui/at-time.tsx";
import { otherLeadWords } from "#content/desk/dashboard.ts";
import type { OtherLeads as Found, OtherLead } from "#contract/other-leads.ts";
import styles from "./other-leads.module.css";

export function OtherLeads({ found }: { found: Found }) {
  return (
    <section className={styles.others} aria-label={otherLeadWords.title}>
      <h3 className={styles.title}>{otherLeadWords.title}</h3>
      <ul>
        {found.leads.map((lead) => (
          <Row key={lead._id} lead={lead} />
        ))}
      </ul>
      {found.hasMore && <p className={styles.more}>{otherLeadWords.more(found.leads.length)}</p>}
    </section>
  );
}

function Row({ lead: known }: { lead: OtherLead }) {
  const { client, viewAs } = useDesk();
  const lead = useOptimisticLead(known);
  const { isAsked, beingCalled } = useOpenCall(lead);
  return (
    <li>
      <div className={styles.row}>
        <Link to={deskUrl(`/lms/lead?id=${lead._id}`, viewAs)} className={styles.name} dir="auto">
          {callName(lead)}
        </Link>
        <span className={styles.phone}>{lead.phone ? <NumberLink lead={lead} /> : lead.email}</span>
        <div className={styles.where}>
          <Whereabouts lead={lead} />
          {beingCalled}
        </div>
      </div>
      {isAsked && <OutcomePanel lead={lead} timeZone={client.timeZone} />}
    </li>
  );
}

/** Shows a text such as "Booked Mar 3, 9:22 am". */
function Whereabouts({ lead: { state, bookedAt, callBackAt, archived } }: { lead: OtherLead }) {
  const { client } = useDesk();
  const stages = {
    customer: { title: otherLeadWords.booked, at: bookedAt },
    archived: { title: otherLeadWords.archived, at: archived?.at ?? null },
    callback: { title: otherLeadWords.callback, at: callBackAt },
    new: null,
  };
  const stage = stages[state];
  if (!stage) return null;
  return (
    <span className={styles.stage}>
      <span>
        <strong>{stage.title}</strong>{" "}
        {stage.at && <AtTime at={stage.at} timeZone={client.timeZone} />}
      </span>
      {archived && <span className={styles.reason}>{reasonText(archived.reason)}</span>}
    </span>
  );
}
