// Loads a lead's emails with their states and first words, when they are needed and again after
// each change to the lead.
import { useCallback, useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { latestOnly } from "#app/ui/live/latest-only.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { LeadEmailList } from "#contract/mail.ts";

export type LeadEmails = {
  /** Null until the list has been loaded. */
  list: LeadEmailList | null;
  isFailed: boolean;
  refetch: () => void;
};

export function useLeadEmails(detail: LeadDetail, isNeeded: boolean): LeadEmails {
  const { viewAs } = useDesk();
  const leadId = detail.lead._id;
  const [list, setList] = useState<LeadEmailList | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [begin] = useState(latestOnly);
  const refetch = useCallback(async () => {
    const isOvertaken = begin();
    const query = viewAs ? { client: viewAs } : {};
    const outcome = await askApi(() =>
      api.leads[":id"].emails.$get({ param: { id: leadId }, query }),
    );
    // An older response must not replace a newer one.
    if (isOvertaken()) return;
    setIsFailed(!outcome.isDone);
    if (outcome.isDone) setList(outcome.answer);
  }, [begin, leadId, viewAs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetched lead may have new emails
  useEffect(() => {
    if (isNeeded) void refetch();
  }, [isNeeded, refetch, detail.timeline]);
  return { list, isFailed, refetch: () => void refetch() };
}
