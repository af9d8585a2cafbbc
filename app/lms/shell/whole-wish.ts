// What a person wants, with the whole message, for the call panel. A lead has only its start, because
// lists send it for each row; the rest is loaded.
import { useEffect, useState } from "react";
import type { Lead } from "#contract/leads.ts";
import { wishOf } from "./wish.tsx";

/**
 * Returns the text of `wishOf` at once and, if the lead is being called and its message is cut, the
 * whole text soon after.
 */
export function useWholeWish(lead: Lead): string {
  const { _id, message } = lead;
  const isCut = lead.openCall !== null && message.endsWith("…");
  const [whole, setWhole] = useState({ of: "", message: "" });
  useEffect(() => {
    if (!isCut) return;
    let isLeft = false;
    void import("./whole-message.ts")
      .then(({ loadWholeMessage }) => loadWholeMessage(_id, message))
      // Offline, the start has to do.
      .catch(() => message)
      .then((found) => {
        if (!isLeft) setWhole({ of: message, message: found });
      });
    return () => {
      isLeft = true;
    };
  }, [_id, message, isCut]);
  return wishOf(whole.of === message ? { ...lead, message: whole.message } : lead);
}
