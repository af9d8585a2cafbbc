// A lead's texts with their states, fetched when they are needed and again after each change of the
// lead. A person who sees them has read them.
import { useCallback, useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { latestOnly } from "#app/ui/live/latest-only.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { LeadTexts } from "#contract/texts.ts";

export type LeadTextsOnScreen = {
  /** Null until fetched. */
  known: LeadTexts | null;
  isFailed: boolean;
  refetch: () => void;
};

export function useLeadTexts(detail: LeadDetail, isNeeded: boolean): LeadTextsOnScreen {
  const { viewAs } = useDesk();
  const leadId = detail.lead._id;
  const [known, setKnown] = useState<LeadTexts | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [begin] = useState(latestOnly);
  const refetch = useCallback(async () => {
    const isOvertaken = begin();
    const query = viewAs ? { client: viewAs } : {};
    const outcome = await askApi(() =>
      api.leads[":id"].texts.$get({ param: { id: leadId }, query }),
    );
    // An older list must not replace a newer one.
    if (isOvertaken()) return;
    setIsFailed(!outcome.isDone);
    if (outcome.isDone) setKnown(outcome.answer);
  }, [begin, leadId, viewAs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetched lead may have new texts
  useEffect(() => {
    if (isNeeded) void refetch();
  }, [isNeeded, refetch, detail.timeline]);
  const received = known?.texts.filter(({ direction }) => direction === "in").length ?? 0;
  useEffect(() => {
    if (viewAs || received === 0) return;
    void askApi(() => api.leads[":id"].texts.readings.$post({ param: { id: leadId } }));
  }, [leadId, received, viewAs]);
  return { known, isFailed, refetch: () => void refetch() };
}
