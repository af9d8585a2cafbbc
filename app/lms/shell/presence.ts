// Presence: who has which lead open. A visible lead's page reports it, and all other devices show
// it.
import { useCallback, useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { rootPath } from "#app/root-path.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { deviceName } from "#app/ui/device-name.ts";
import { type Presence, presenceEverySeconds } from "#contract/presence.ts";
import { useMessage } from "./desk-bus.tsx";

/** Reports that this device has the lead open while its page is visible. */
export function useReportPresence(leadId: string, isOwn: boolean) {
  useEffect(() => {
    if (!isOwn) return;
    const param = { id: leadId };
    let isTold = false;
    const tell = () => {
      if (document.hidden) return leave();
      isTold = true;
      void askApi(() => api.leads[":id"].presence.$post({ param }));
    };
    const leave = () => {
      if (!isTold) return;
      isTold = false;
      // `keepalive` lets the request finish while the page unloads.
      const init = { method: "DELETE", keepalive: true };
      void fetch(`${rootPath}/api/leads/${leadId}/presence`, init).catch(() => undefined);
    };
    tell();
    const timer = setInterval(tell, presenceEverySeconds * 1000);
    document.addEventListener("visibilitychange", tell);
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tell);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [leadId, isOwn]);
}

export type Viewer = { name: string; device: string };

/** Returns, by lead id, the other person who has the lead open. */
export function usePresence(viewAs: string | null): ReadonlyMap<string, Viewer> {
  const [present, setPresent] = useState<Presence["present"]>([]);
  const ask = useCallback(async () => {
    const query = viewAs ? { client: viewAs } : {};
    const outcome = await askApi(() => api.leads.presence.$get({ query }));
    if (outcome.isDone) setPresent(outcome.answer.present);
  }, [viewAs]);
  useEffect(() => void ask(), [ask]);
  useMessage("presenceChanged", () => void ask());

  // The list is polled while anyone else is present, because a device that loses its connection
  // sends no event.
  const isAnybody = present.length > 0;
  useEffect(() => {
    if (!isAnybody) return;
    const timer = setInterval(() => void ask(), presenceEverySeconds * 1000);
    return () => clearInterval(timer);
  }, [isAnybody, ask]);

  return new Map(
    present.map(({ leadId, name, device }) => [leadId, { name, device: deviceName(device) }]),
  );
}
