// The page to return to after login.

// Old links still have the inquiry list's former name. cspell:ignore enquiries
const deskPages =
  "archive|callbacks|dashboard|enquiries|figures|import|inquiries|lead|mail|month|outbox|profile|same-person|template|template-updates";
const consolePages =
  "account|audit|calls|campaigns?|clients|compare|import|inquiries|jobs|mail|practices?|report|requests(/[\\w-]+)?|settings|sources?|system|template-set|templates|today";
const pages = new RegExp(`^/(lms/(${deskPages})|admin(/(${consolePages}))?)(\\?[\\w=&.%+-]*)?$`);

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
