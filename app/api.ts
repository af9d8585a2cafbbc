// The only way to access data: one typed client, which works over the network in the browser and
// in-process on the server.
import { hc } from "hono/client";
import { createContext } from "react-router";
import { demoPath } from "#contract/demos.ts";
import type { Api } from "#server/api.ts";
import { rootPath } from "./root-path.ts";

export type ApiClient = ReturnType<typeof makeApiClient>;

export function makeApiClient(fetchApi?: typeof fetch, root: string = rootPath) {
  // With `fetchApi`, requests don't leave the process, so this host is never resolved.
  return hc<Api>(
    fetchApi ? "http://in.process" : `${root}/`,
    fetchApi ? { fetch: fetchApi } : { headers: callerHeaders },
  ).api;
}

let caller: string | null = null;

/**
 * Sets the person whose desk this tab shows; null for none. Each request names that person, because
 * another tab may have logged in as someone else. See `CallerHeaders`.
 */
export function setCaller(personId: string | null): void {
  caller = personId;
}

function callerHeaders(): Record<string, string> {
  return { ...(caller && { "person-id": caller }), ...pageLanguage() };
}

/**
 * Returns a header with the page's language. Responses are in that language, and it is stored with
 * what the page sends.
 */
function pageLanguage(): Record<string, string> {
  // Unit tests don't have a document.
  const lang = globalThis.document?.documentElement.lang ?? "en";
  return lang === "en" ? {} : { "content-language": lang };
}

/** The API client for code in the browser. Loaders and actions use `apiContext`. */
export const api = makeApiClient();

/** The API client for the demo that is open in this browser. */
export const demoApi = makeApiClient(undefined, demoPath);

/** The API client with the visitor's session, for loaders and actions. */
export const apiContext = createContext<ApiClient>();
