// Types for the service worker, because TypeScript's own types for it can't be used together with
// its DOM types.
import type { ToWorker } from "./messages.ts";

type Extendable = { waitUntil: (done: Promise<unknown>) => void };

type Events = {
  install: Extendable;
  activate: Extendable;
  fetch: Extendable & {
    request: Request;
    respondWith: (answer: Promise<Response>) => void;
  };
  message: Extendable & { data: ToWorker };
  push: Extendable & { data: { json: () => unknown } | null };
  notificationclick: Extendable & { notification: Notification };
  pushsubscriptionchange: Extendable & {
    oldSubscription?: PushSubscription;
    newSubscription?: PushSubscription;
  };
};

export type Tab = {
  url: string;
  focus: () => Promise<Tab>;
  navigate: (url: string) => Promise<Tab | null>;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
};

type Worker = {
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    claim: () => Promise<void>;
    matchAll: (which: { type: "window"; includeUncontrolled: true }) => Promise<Tab[]>;
    openWindow: (url: string) => Promise<Tab | null>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: <Name extends keyof Events>(
    name: Name,
    handle: (event: Events[Name]) => void,
  ) => void;
};

export const worker = globalThis as unknown as Worker;
