// The calls that this tab started from an office phone, until they are over or have a panel of their
// own. The server is asked how each stands by repeating its request, which is idempotent by its id.
import { useSyncExternalStore } from "react";
import { api } from "#app/api.ts";
import { askApi, type Refusal } from "#app/ui/ask-api.ts";
import {
  listenToStorage,
  storedText,
  storeText,
  tellStorageListeners,
} from "#app/ui/device-storage.ts";
import { makeId } from "#app/ui/make-id.ts";
import { showToast } from "#app/ui/toast.tsx";
import { lineCallWords } from "#content/desk/calls.ts";
import { minuteMs } from "#contract/durations.ts";
import type { LineCallStep } from "#contract/rings.ts";
import { rememberStarted } from "./started-here.ts";

type LinePhone = { _id: string; name: string };

type LineCallHere = {
  id: string;
  leadId: string;
  phone: LinePhone;
  step: LineCallStep;
};

const none: LineCallHere[] = [];
let here = none;

const pollMs = 2000;
/** How long the panel says why there was no call. */
const toldMs = 6000;
/** A phone that rings is answered, or not, long before. */
const maxMs = 5 * minuteMs;

const lastPhone = "phone to call from";

/** Returns the id of the phone that this browser called from last, or null. */
export function useLastLinePhone(): string | null {
  return useSyncExternalStore(
    listenToStorage,
    () => storedText(lastPhone),
    () => null,
  );
}

/** Returns this tab's call to the lead, or null. */
export function useLineCall(leadId: string): LineCallHere | null {
  const all = useSyncExternalStore(
    listenToStorage,
    () => here,
    () => none,
  );
  return all.find((call) => call.leadId === leadId) ?? null;
}

/** Rings the phone. A second click does nothing while the first call is under way. */
export function startLineCall(leadId: string, phone: LinePhone): void {
  if (here.some((call) => call.leadId === leadId)) return;
  const id = makeId();
  // The panel that asks for the result opens in the browser that started the call.
  rememberStarted(id);
  here = [...here, { id, leadId, phone, step: "ringing" }];
  storeText(lastPhone, phone._id);
  void follow(id, Date.now());
}

function change(id: string, step: LineCallStep | null) {
  here = here.flatMap((call) => (call.id !== id ? call : step ? { ...call, step } : []));
  tellStorageListeners();
}

async function follow(id: string, startedAt: number): Promise<void> {
  for (let asked = 0; Date.now() - startedAt < maxMs; asked += 1) {
    const call = here.find((one) => one.id === id);
    if (!call) return;
    const json = { submissionId: id, officePhoneId: call.phone._id };
    const param = { id: call.leadId };
    const outcome = await askApi(() => api.leads[":id"]["line-calls"].$post({ param, json }));
    if (outcome.isDone) {
      const { step } = outcome.answer.lineCall;
      change(id, step);
      if (step !== "ringing" && step !== "connecting") break;
    } else if (asked === 0 || isFinal(outcome.refusal)) {
      showToast({ title: lineCallWords.refused, message: outcome.refusal.message, seconds: 8 });
      change(id, null);
      return;
    }
    await pause(pollMs);
  }
  await pause(toldMs);
  change(id, null);
}

/** The line may be lost for a moment while the phone rings. */
function isFinal({ status }: Refusal): boolean {
  return status >= 400 && status < 500;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
