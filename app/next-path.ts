// The page to return to after login.
import { consolePages, deskPages } from "./signed-in-pages.ts";

const paths = [
  ...deskPages.map((name) => `lms/${name}`),
  ...consolePages.map((name) => `admin/${name}`),
  "admin/requests(/[\\w-]+)?",
  // Old paths that are still used in links. cspell:ignore enquiries
  ...["lms/enquiries", "admin", "admin/inquiries", "admin/clients"],
];
const pages = new RegExp(`^/(${paths.join("|")})(\\?[\\w=&.%+-]*)?$`);

/**
 * Returns the requested page if it belongs to this product. Never returns the URL of another host,
 * whatever the query contains.
 */
export function readNextPath(search: URLSearchParams): string | null {
  const next = search.get("next");
  return next !== null && pages.test(next) ? next : null;
}

/**
 * Returns the URL of a login page or of a shared device's lock screen, which returns to this page
 * afterward.
 */
export function signInUrl(
  door: "/lms" | "/lms/locked" | "/admin/sign-in",
  request: Request,
): string {
  const { pathname, search } = new URL(request.url);
  const asked = (pathname + search).replace(/\.data(?=\?|$)/, "").replace(/[?&]_routes=[^&]*/, "");
  return `${door}?next=${encodeURIComponent(asked)}`;
}

/** Returns the URL of a shared device's lock screen, which returns to this page afterward. */
export function lockedUrl(next: string | null): string {
  return next ? `/lms/locked?next=${encodeURIComponent(next)}` : "/lms/locked";
}
