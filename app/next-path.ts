// The page to return to after login.
import { consolePages, deskPages } from "./signed-in-pages.ts";

const paths = [
  ...deskPages.map((name) => `lms/${name}`),
  ...consolePages.map((name) => `admin/${name}`),
  "admin/requests(/[\\w-]+)?",
  // Former addresses, which old links still have. cspell:ignore enquiries
  ...["lms/enquiries", "admin", "admin/inquiries", "admin/clients"],
];
const pages = new RegExp(`^/(${paths.join("|")})(\\?[\\w=&.%+-]*)?$`);

/**
 * Returns the requested page, if it belongs to this product; never another host, whatever the URL
 * contains.
 */
export function readNextPath(search: URLSearchParams): string | null {
  const next = search.get("next");
  return next !== null && pages.test(next) ? next : null;
}

/** Returns the URL of a sign-in page, or of the locked screen, that returns to this page. */
export function signInUrl(
  door: "/lms" | "/lms/locked" | "/admin/sign-in",
  request: Request,
): string {
  const { pathname, search } = new URL(request.url);
  const asked = (pathname + search).replace(/\.data(?=\?|$)/, "").replace(/[?&]_routes=[^&]*/, "");
  return `${door}?next=${encodeURIComponent(asked)}`;
}

/** Returns the locked screen of a shared device, which comes back to this page. */
export function lockedUrl(next: string | null): string {
  return next ? `/lms/locked?next=${encodeURIComponent(next)}` : "/lms/locked";
}
