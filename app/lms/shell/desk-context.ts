// What every screen of the desk knows: whose desk it is, who is before it, whether the line is up.
import { useOutletContext } from "react-router";
import type { Client } from "#contract/accounts.ts";

export type Desk = {
  client: Client;
  /** The practice's id when the owner looks at its desk: everything can be read, nothing changed. */
  viewAs: string | null;
  isLive: boolean;
  /** Since when the line or the server is away. */
  lostAt: Date | null;
  /** How many call-backs are due by now; null: nobody could tell. */
  callbacksDue: number | null;
};

export function useDesk(): Desk {
  return useOutletContext<Desk>();
}

/** A page of this desk: whoever looks at another's goes on looking at it. */
export function deskUrl(path: string, viewAs: string | null): string {
  if (!viewAs) return path;
  return `${path}${path.includes("?") ? "&" : "?"}client=${encodeURIComponent(viewAs)}`;
}

/** The `client=` of a page's address, for the calls that its loader makes. */
export function viewAsOf(request: Request): { client?: string } {
  const client = new URL(request.url).searchParams.get("client");
  return client === null ? {} : { client };
}
