// Seen: a lead that nobody called stood in a visible tab with somebody at it.
import { useEffect, useRef } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import type { Lead } from "#contract/leads.ts";

/** Input within this time says that somebody is there. */
const presenceMs = 60_000;
/** What could not be told is told again after this time. */
const againMs = 15_000;
const signs = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Tells the server, once for each time that somebody asked, that these were before somebody's eyes.
 * `isShown`: whether the lead stands on the page; one that came may still wait to take its place.
 */
export function useFirstSeen(leads: Lead[], isShown: (leadId: string) => boolean) {
  const waiting = useRef<Lead[]>([]);
  waiting.current = leads.filter((lead) => lead.uncalledSince);
  const shown = useRef(isShown);
  shown.current = isShown;

  useEffect(() => {
    const notBefore = new Map<string, number>();
    let lastInputAt = 0;
    const check = () => {
      const isSomebodyThere = Date.now() - lastInputAt < presenceMs;
      if (document.hidden || !isSomebodyThere) return;
      for (const { _id, date } of waiting.current) {
        const asked = `${_id} ${date}`;
        if (shown.current(_id) && Date.now() > (notBefore.get(asked) ?? 0)) void tell(_id, asked);
      }
    };
    const tell = async (id: string, asked: string) => {
      notBefore.set(asked, Number.POSITIVE_INFINITY);
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
