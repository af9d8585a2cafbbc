import { cachePrefix, type ToWorker } from "./messages.ts";

/**
 * Deletes the cached files. The login page calls this, so that the previous account's data doesn't
 * stay on the device.
 */
export async function removeKeptFiles(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  // The service worker is told too, because it may be about to cache a file.
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => []);
  for (const { active } of registrations) {
    active?.postMessage({ type: "signedOut" } satisfies ToWorker);
  }
  const names = await caches.keys().catch(() => []);
  await Promise.all(
    names.filter((name) => name.startsWith(cachePrefix)).map((name) => caches.delete(name)),
  );
}
