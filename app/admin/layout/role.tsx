// Which pages of the console are open to the role of the logged-in person. The server also rejects
// requests for the others.
import { createContext, type ReactNode, useContext } from "react";
import { type ConsoleRole, type HelperArea, mayUse } from "#contract/console-roles.ts";

/** The pages that are open to helpers. All others are only for owners. */
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
 * Returns whether a page is open to a role. A practice's screens are only for owners. Other pages
 * outside the console check access themselves.
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
