// The one door to data: the same typed client in the browser and, in-process, on the server.
import { hc } from "hono/client";
import { createContext } from "react-router";
import type { Api } from "#server/api.ts";

export type ApiClient = ReturnType<typeof makeApiClient>;

export function makeApiClient(fetchApi?: typeof fetch) {
  // The address is never reached over the network when `fetchApi` answers by itself.
  return hc<Api>(fetchApi ? "http://in.process" : "/", fetchApi ? { fetch: fetchApi } : {}).api;
}

/** For what a page does in the browser; loaders and actions use `apiContext`. */
export const api = makeApiClient();

/** For loaders and actions: the API as the visitor who asks for this page. */
export const apiContext = createContext<ApiClient>();

/** The nonce that lets this answer's inline scripts run. */
export const nonceContext = createContext("");
