// The only way to data: one typed client, used over the network in the browser and in-process on
// the server.
import { hc } from "hono/client";
import { createContext } from "react-router";
import type { Api } from "#server/api.ts";

export type ApiClient = ReturnType<typeof makeApiClient>;

export function makeApiClient(fetchApi?: typeof fetch) {
  // With `fetchApi` no request leaves the process, so this host is never resolved.
  return hc<Api>(fetchApi ? "http://in.process" : "/", fetchApi ? { fetch: fetchApi } : {}).api;
}

/** For code that runs in the browser; loaders and actions use `apiContext`. */
export const api = makeApiClient();

/** For loaders and actions: the API client with the visitor's session. */
export const apiContext = createContext<ApiClient>();

/** The nonce that allows this response's inline scripts to run. */
export const nonceContext = createContext("");
