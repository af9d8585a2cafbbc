// Which console pages the logged-in person's role includes. The server rejects requests for the
// others in any case.
import { createContext, type ReactNode, useContext } from "react";
import { type ConsoleRole, type HelperArea, mayUse } from "#contract/console-roles.ts";

/** Pages that aren't listed here are for owners. */
const areas: Record<string, HelperArea> = {
  "/admin/today": "contactRequests",
  "/admin/requests": "contactRequests",
  "/admin/calls": "calls",
  "/admin/campaigns": "campaigns",
  "/admin/campaign": "campaigns",
  "/admin/templates": "templates",
  "/admin/template-set": "templates",
  "/admin/account": "account",
};

/**
 * A practice's screens are for owners. Other pages outside the console check access on their own.
 */
export function isOpenTo(role: ConsoleRole, url: string): boolean {
  const [pathname = ""] = url.split(/[?#]/);
  if (pathname.startsWith("/lms/")) return mayUse(role, undefined);
  const [, place] = /^(\/admin\/[^/]+)/.exec(pathname) ?? [];
  return place === undefined || mayUse(role, areas[place]);
}

const RoleContext = createContext<ConsoleRole>("helper");

export function RoleProvider({ role, children }: { role: ConsoleRole; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

export function useIsOwner(): boolean {
  return mayUse(useContext(RoleContext), undefined);
}

export function useIsOpen(): (url: string) => boolean {
  const role = useContext(RoleContext);
  return (url) => isOpenTo(role, url);
}
