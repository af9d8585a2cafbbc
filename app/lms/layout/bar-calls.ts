// The calls that were started from the new-lead bar in this browser. The bar asks for their results
// on every screen that doesn't ask for them itself, even after a reload.
import { useState, useSyncExternalStore } from "react";
import { useAskedOnScreen } from "#app/lms/calls/asked-on-screen.ts";
import { useOptimisticLeads } from "#app/lms/calls/optimistic-leads.ts";
import { useStartedHere } from "#app/lms/calls/started-here.ts";
import { useMessage, useSend } from "#app/lms/shell/desk-bus.tsx";
import {
  listenToStorage,
  readOncePerChange,
  storedText,
  storeText,
} from "#app/ui/device-storage.ts";
import type { Lead } from "#contract/leads.ts";

const name = "called from the bar";
const mostRemembered = 10;
const none: string[] = [];
const readIds = readOncePerChange(() => storedText(name)?.split(" ") ?? none);

/** Returns the ids of the leads that were called from the bar, the last one last. */
export function useCalledFromBar(): string[] {
  return useSyncExternalStore(listenToStorage, readIds, () => none);
}

export function rememberCalled(leadId: string): void {
  storeText(name, [...otherIds(leadId), leadId].slice(-mostRemembered).join(" "));
}

export function forgetCalled(leadId: string): void {
  storeText(name, otherIds(leadId).join(" ") || null);
}

function otherIds(leadId: string): string[] {
  return readIds().filter((id) => id !== leadId);
}

/**
 * Returns the lead whose call the bar asks about, and the last one that the user will answer later.
 * `called`: the leads that were called from the bar.
 */
export function useBarCalls(called: Lead[]) {
  const send = useSend();
  const leads = useOptimisticLeads(called);
  const isStartedHere = useStartedHere();
  const askedOnScreen = useAskedOnScreen(leads.map(({ _id }) => _id));
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(new Set());
  useMessage("outcomeSaved", ({ leadId }) => forgetCalled(leadId));
  const open = leads.flatMap((lead) => {
    const callId = lead.openCall?._id;
    const isOpen = callId && isStartedHere(callId) && !askedOnScreen.has(lead._id);
    return isOpen ? { lead, callId } : [];
  });
  const asked = open.findLast(({ callId }) => !putOff.has(callId));
  const later = open.findLast(({ callId }) => putOff.has(callId));
  return {
    asked: asked && {
      lead: asked.lead,
      putOff: () => setPutOff((before) => new Set([...before, asked.callId])),
    },
    later: later && {
      lead: later.lead,
      answer() {
        send({ type: "resultWanted", leadId: later.lead._id });
        setPutOff((before) => new Set([...before].filter((id) => id !== later.callId)));
      },
    },
  };
}
