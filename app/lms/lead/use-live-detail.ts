// The data of a lead's page. What the lead's row contains is updated immediately; the rest is
// loaded again, but only after changes to this lead.
import { useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { useDesk, useLiveLeads } from "#app/lms/shell/desk-context.ts";
import { changedRow } from "#app/lms/shell/live-leads.ts";
import { useOncePerSecond } from "#app/lms/shell/once-per-second.ts";
import { askApi } from "#app/ui/ask-api.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";

/** `now`: the server's time just before it read the data. */
type Loaded = { detail: LeadDetail; now: string };

export function useLiveDetail(page: Loaded): LeadDetail {
  const { viewAs } = useDesk();
  const { revalidate } = useRevalidator();
  const live = useLiveLeads();
  const [reloaded, setReloaded] = useState<Loaded | null>(null);
  const { detail, now } = reloaded && reloaded.now > page.now ? reloaded : page;
  const { _id } = detail.lead;
  const row = changedRow(live, _id, now);

  const reload = useOncePerSecond(async (signal) => {
    // The request is sent after this change arrived, so its response includes the change.
    const since = live.rows.get(_id)?.now;
    const query = viewAs ? { client: viewAs } : {};
    const request = { param: { id: _id }, query };
    const outcome = await askApi(() => api.leads[":id"].$get(request, { init: { signal } }));
    if (signal.aborted) return;
    // The page's own load shows whether the lead was deleted or the server can't be reached.
    if (!outcome.isDone || since === undefined) return revalidate();
    setReloaded({ detail: outcome.answer, now: new Date(since).toISOString() });
  });
  const before = useRef(row);
  useEffect(() => {
    const isChanged = row !== before.current;
    before.current = row;
    if (!row || !(isChanged || row.now > Date.parse(now))) return;
    // A deleted lead has no row; the page's own load then shows that it was deleted.
    if (row.lead) reload();
    else void revalidate();
  }, [row, now, reload, revalidate]);

  const lead = row?.lead ?? detail.lead;
  return useMemo(() => ({ ...detail, lead }), [detail, lead]);
}
