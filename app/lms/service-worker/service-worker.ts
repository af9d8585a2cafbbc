// The lead desk's service worker, `/lms/service-worker.js`, for push notifications and offline use.
// A new version waits until all tabs with the old one are closed, or until someone agrees to
// reload.
import { answerOf, keepDashboard, removeAll, removeOldFiles } from "./kept-files.ts";
import { open, show, subscribeAgain } from "./notifications.ts";
import { worker } from "./worker.ts";

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([removeOldFiles(), worker.clients.claim()]));
});

worker.addEventListener("fetch", (event) => {
  const answer = answerOf(event.request);
  if (answer) event.respondWith(answer);
});

worker.addEventListener("message", (event) => {
  const { data } = event;
  if (data.type === "update") event.waitUntil(worker.skipWaiting());
  if (data.type === "signedOut") event.waitUntil(removeAll());
  if (data.type === "deskOpen") {
    event.waitUntil(keepDashboard(data.account).catch(() => undefined));
  }
});

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

worker.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));

worker.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(subscribeAgain(event.oldSubscription, event.newSubscription)),
);
