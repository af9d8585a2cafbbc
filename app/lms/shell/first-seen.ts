// Reports that a lead was seen: an uncalled lead was shown in a visible tab while the user was
// present.
import { useEffect, useEffectEvent } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import type { Lead } from "#contract/leads.ts";

/** How long the user counts as present after an input. */
const presenceMs = 60_000;
/** How long to wait before a failed request is retried. */
const againMs = 15_000;
const signs = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Reports once per inquiry that its lead was seen. `isShown`: whether the lead has a row, because a
 * new lead may still be hidden behind the new-leads bar.
 */
export function useFirstSeen(leads: Lead[], isShown: (leadId: string) => boolean) {
  const unseen = useEffectEvent(() =>
    leads.filter((lead) => lead.uncalledSince && isShown(lead._id)),
  );

  useEffect(() => {
    const notBefore = new Map<string, number>();
    let lastInputAt = 0;
    const check = () => {
      const isSomebodyThere = Date.now() - lastInputAt < presenceMs;
      if (document.hidden || !isSomebodyThere) return;
      for (const { _id, date } of unseen()) {
        const asked = `${_id} ${date}`;
        if (Date.now() > (notBefore.get(asked) ?? 0)) void tell(_id, asked);
      }
    };
    const tell = async (id: string, asked: string) => {
      notBefore.set(asked, Number.POSITIVE_INFINITY);
      // "First seen" has this path in the API. cspell:ignore sightings
      const outcome = await askApi(() => api.leads[":id"].sightings.$post({ param: { id } }));
      if (!outcome.isDone) notBefore.set(asked, Date.now() + againMs);
    };
    const noticeInput = () => {
      lastInputAt = Date.now();
    };
    for (const sign of signs) addEventListener(sign, noticeInput, { passive: true });
    const timer = setInterval(check, 1000);
    return () => {
      clearInterval(timer);
      for (const sign of signs) removeEventListener(sign, noticeInput);
    };
  }, []);
}
