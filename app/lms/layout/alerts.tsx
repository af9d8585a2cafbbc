// Everything that tells a desk of a new lead while a screen is open. Loaded after the first screen.
import { useEffect, useMemo } from "react";
import { loadAlertSettings, setAlertSettings } from "#app/lms/shell/alert-settings.ts";
import { type LiveStore, useLiveStore } from "#app/lms/shell/live-store.ts";
import type { BusinessHours } from "#app/lms/shell/open-time.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { Chimes } from "./chimes.tsx";
import { NewLeadAlert } from "./new-lead-alert.tsx";
import { type LoadedNewest, newLeadsSince, newsKey } from "./new-leads.ts";
import { useClosedNotifications, useServiceWorker } from "./use-service-worker.ts";

type AlertsProps = {
  account: string;
  isDemo: boolean;
  isShared: boolean;
  loaded: LoadedNewest;
  live: LiveStore;
  /** When the desk was opened, by the server's clock. */
  since: string;
  isLost: boolean;
  /** Null: unknown. */
  callbacksDue: number | null;
  hours: BusinessHours;
  /** A screen on the wall lists them anyway. */
  isWall: boolean;
};

export function Alerts({
  account,
  isDemo,
  isShared,
  loaded,
  live,
  since,
  isLost,
  callbacksDue,
  hours,
  isWall,
}: AlertsProps) {
  const changes = useLiveStore(live);
  useAlertSettingsLoad(account);
  useServiceWorker(isDemo ? null : account, isShared);
  useClosedNotifications(changes);
  const leads = useMemo(() => newLeadsSince(loaded, changes, since), [loaded, changes, since]);
  const waiting = useMemo(
    () =>
      newLeadsSince(loaded, changes, always).map((lead) => ({
        key: newsKey(lead),
        since: lead.uncalledSince ?? "",
      })),
    [loaded, changes],
  );
  return (
    <NowProvider serverNow={loaded.now}>
      <Chimes waiting={waiting} callbacksDue={callbacksDue} hours={hours} isDemo={isDemo} />
      {!isWall && <NewLeadAlert leads={leads} isLost={isLost} />}
    </NowProvider>
  );
}

const always = new Date(0).toISOString();

/** How the practice hears of leads: the notification offer and the profile read it. */
function useAlertSettingsLoad(account: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other settings
  useEffect(() => {
    void loadAlertSettings();
    return () => setAlertSettings(null);
  }, [account]);
}
