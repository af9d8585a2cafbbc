// Context of all lead desk screens: the practice, the signed-in user, and the connection's state.
import { useOutletContext } from "react-router";
import type { Client } from "#contract/accounts.ts";

export type Desk = {
  client: Client;
  /** The practice's id when the owner views as it: read-only. */
  viewAs: string | null;
  isLive: boolean;
  /** Since when the server cannot be reached; null: it can. */
  lostAt: Date | null;
  /** How many callbacks are due; null: unknown. */
  callbacksDue: number | null;
};

export function useDesk(): Desk {
  return useOutletContext<Desk>();
}

/** A URL of this desk that keeps `viewAs`. */
export function deskUrl(path: string, viewAs: string | null): string {
  if (!viewAs) return path;
  return `${path}${path.includes("?") ? "&" : "?"}client=${encodeURIComponent(viewAs)}`;
}

/** The `client=` of the page's URL, for the loader's API calls. */
export function viewAsOf(request: Request): { client?: string } {
  const client = new URL(request.url).searchParams.get("client");
  return client === null ? {} : { client };
}
