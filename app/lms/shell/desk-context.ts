// The context of all lead desk screens: the practice, the logged-in user, and the connection's
// state.
import { createContext, useContext } from "react";
import type { Client, DeskPerson } from "#contract/accounts.ts";
import { may, type Right } from "#contract/roles.ts";
import type { SharedState } from "#contract/shared-devices.ts";
import type { LiveLeads } from "./live-leads.ts";
import { type LiveStore, useLiveStore } from "./live-store.ts";

export type Desk = {
  client: Client;
  /** The logged-in person, or null for an owner in view-as mode. */
  person: DeskPerson | null;
  /** The state of the unlocked shared device, or null for an ordinary device. */
  device: SharedState | null;
  /**
   * The id of the practice that the owner views as, or null. Viewing as a practice is read-only.
   */
  viewAs: string | null;
  /** The changes that the event stream has reported. */
  live: LiveStore;
  isLive: boolean;
  /** When the server became unreachable, or null if it can be reached. */
  lostAt: Date | null;
  /** When the current uninterrupted connection to the server began. */
  liveSince: Date;
  /** How many callbacks are due, or null if unknown. */
  callbacksDue: number | null;
};

/** Available to everything inside the layout, including its screens. */
export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("A part of the desk stands outside of its layout");
  return desk;
}

/** Returns whether the logged-in person has a right. The server checks it too. */
export function useMay(right: Right): boolean {
  const { person } = useDesk();
  return person !== null && may(person.role, right);
}

/** Returns the changes since the screens were loaded. It's a new object after each change. */
export function useLiveLeads(): LiveLeads {
  return useLiveStore(useDesk().live);
}

/** Returns the URL of a page of the desk, which keeps the practice that the owner views as. */
export function deskUrl(path: string, viewAs: string | null): string {
  if (!viewAs) return path;
  return `${path}${path.includes("?") ? "&" : "?"}client=${encodeURIComponent(viewAs)}`;
}

/** With this hash in its URL, a lead's page opens with the focus on its call button. */
export const callHash = "#call";

/** Returns the `client=` parameter of the page's URL, which loaders pass on to the API. */
export function viewAsOf(request: Request): { client?: string } {
  const client = new URL(request.url).searchParams.get("client");
  return client === null ? {} : { client };
}
