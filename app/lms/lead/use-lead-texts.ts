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
  /** The texts that were unread when this page showed them first. */
  fresh: ReadonlySet<string>;
  isFailed: boolean;
  refetch: () => void;
};

export function useLeadTexts(detail: LeadDetail, isNeeded: boolean): LeadTextsOnScreen {
  const { viewAs } = useDesk();
  const leadId = detail.lead._id;
  const [known, setKnown] = useState<LeadTexts | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
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
    if (!outcome.isDone) return;
    setKnown(outcome.answer);
    const unread = outcome.answer.texts.filter(({ isUnread }) => isUnread).map(({ _id }) => _id);
    if (unread.length > 0) setFresh((before) => new Set([...before, ...unread]));
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
  return { known, fresh, isFailed, refetch: () => void refetch() };
}
