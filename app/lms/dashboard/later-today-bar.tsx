// Below the queue, the callbacks promised for the rest of the day, so no one has to open another
// page to see what is next. Loaded after the queue, and hidden if there are no such callbacks.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { NumberLink } from "#app/lms/calls/start-call.tsx";
import { deskUrl, useDesk, useLiveLeads } from "#app/lms/shell/desk-context.ts";
import { callName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { useNow } from "#app/ui/now.tsx";
import { laterTodayWords as words } from "#content/desk/dashboard.ts";
import type { Lead } from "#contract/leads.ts";
import { clockText } from "#contract/moment-text.ts";
import { laterToday } from "./later-today.ts";
import styles from "./later-today-bar.module.css";

const mostShown = 3;
/** The most callbacks that are loaded, including overdue ones, which come first. */
const mostLoaded = 30;

export function LaterTodayBar() {
  const { client, viewAs } = useDesk();
  const loaded = usePromised(viewAs);
  const live = useLiveLeads();
  const now = useNow();
  const { timeZone } = client;
  const leads = loaded ? laterToday(loaded, live, now, timeZone) : [];
  if (leads.length === 0) return null;
  return (
    <aside className={styles.bar} aria-label={words.title}>
      <p className={styles.head}>
        <strong>{words.title}</strong>
        <span>{words.callbacks(leads.length)}</span>
      </p>
      <ul>
        {leads.slice(0, mostShown).map((lead) => (
          <PromisedCall key={lead._id} lead={lead} timeZone={timeZone} />
        ))}
      </ul>
      <Link to={deskUrl("/lms/callbacks", viewAs)} className={styles.all}>
        {words.all}
      </Link>
    </aside>
  );
}

function PromisedCall({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { viewAs } = useDesk();
  return (
    <li>
      <strong>{lead.callBackAt && clockText(new Date(lead.callBackAt), timeZone)}</strong>
      <span className={styles.who}>
        <Link to={deskUrl(`/lms/lead?id=${lead._id}`, viewAs)} dir="auto">
          {callName(lead)}
        </Link>
        {lead.phone && <NumberLink lead={lead} opensLead />}
      </span>
    </li>
  );
}

/** Returns the first of the practice's callbacks, and the time when they were read. */
function usePromised(viewAs: string | null) {
  const { liveSince } = useDesk();
  const [loaded, setLoaded] = useState<{ leads: Lead[]; now: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the connection is back
  useEffect(() => {
    let isLeft = false;
    const now = new Date().toISOString();
    const list = "callback" as const;
    const query = { list, limit: String(mostLoaded), ...(viewAs && { client: viewAs }) };
    void askApi(() => api.leads.archive.$get({ query })).then((outcome) => {
      if (outcome.isDone && !isLeft) setLoaded({ leads: outcome.answer.leads, now });
    });
    return () => {
      isLeft = true;
    };
  }, [viewAs, liveSince]);
  return loaded;
}
