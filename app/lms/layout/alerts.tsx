// Everything that alerts someone to new leads while a screen is open. Loaded after the first
// render.
import { useEffect, useMemo } from "react";
import { useApplyUnsavedCalls } from "#app/lms/calls/optimistic-leads.ts";
import { loadAlertSettings, setAlertSettings } from "#app/lms/shell/alert-settings.ts";
import { type LiveStore, useLiveStore } from "#app/lms/shell/live-store.ts";
import { renewPush } from "#app/lms/shell/push.ts";
import { NowProvider } from "#app/ui/now.tsx";
import type { Client } from "#contract/accounts.ts";
import type { Callbacks } from "#contract/callbacks.ts";
import { useCalledFromBar } from "./bar-calls.ts";
import { Chimes } from "./chimes.tsx";
import { NewLeadAlert, type UnreadTexts } from "./new-lead-alert.tsx";
import {
  callbacksDueSince,
  knownLeads,
  type LoadedNewest,
  newLeadsSince,
  newsKey,
} from "./new-leads.ts";
import { useDueCallbacks } from "./use-due-callbacks.ts";
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
  /** Null if the callbacks aren't known. */
  callbacks: Callbacks | null;
  texts: UnreadTexts;
  client: Client;
  /** Whether the screen is the wall view, which lists the callbacks itself. */
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
  callbacks,
  texts,
  client,
  isWall,
}: AlertsProps) {
  const changes = useLiveStore(live);
  useAlertSettingsLoad(account);
  useServiceWorker(isDemo ? null : account, isShared);
  useClosedNotifications(changes);
  const due = useDueCallbacks(callbacks, loaded.now);
  // Before the server has been told of an undo, its lead still has a call.
  const applyUnsaved = useApplyUnsavedCalls();
  const news = useMemo(
    () => [
      ...newLeadsSince(loaded, changes, since, applyUnsaved),
      ...callbacksDueSince(due, changes, since, applyUnsaved),
    ],
    [loaded, due, changes, since, applyUnsaved],
  );
  const calledIds = useCalledFromBar();
  const called = useMemo(
    () => knownLeads(calledIds, loaded, due, changes),
    [calledIds, loaded, due, changes],
  );
  const waiting = useMemo(
    () =>
      newLeadsSince(loaded, changes, always, applyUnsaved).map((lead) => ({
        key: newsKey(lead),
        since: lead.uncalledSince ?? "",
      })),
    [loaded, changes, applyUnsaved],
  );
  return (
    <NowProvider serverNow={loaded.now}>
      <Chimes
        waiting={waiting}
        callbacksDue={callbacks?.due ?? null}
        hours={client}
        isDemo={isDemo}
      />
      {!isWall && <NewLeadAlert leads={news} {...{ called, texts, client, isLost }} />}
    </NowProvider>
  );
}

const always = new Date(0).toISOString();

/**
 * Loads the alert settings for the notification offer and the profile. Also renews a push
 * subscription that the browser has dropped.
 */
function useAlertSettingsLoad(account: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each account has its own settings
  useEffect(() => {
    void loadAlertSettings()
      .then((settings) => settings && renewPush(settings))
      .catch(() => undefined);
    return () => setAlertSettings(null);
  }, [account]);
}
