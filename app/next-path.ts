// Where somebody who had to sign in first goes afterwards.

const pages =
  /^\/(lms\/(dashboard|figures|inquiries|enquiries|lead|archive|template|profile)|admin(\/(today|requests|practices|inquiries|clients|mail|audit))?)(\?[\w=&.%+-]*)?$/;

/** The page that was asked for, if it is one of ours; never another host, whatever was typed. */
export function readNextPath(search: URLSearchParams): string | null {
  const next = search.get("next");
  return next !== null && pages.test(next) ? next : null;
}

/** The address of a door that brings its visitor back to this page. */
export function signInUrl(door: "/lms" | "/admin/sign-in", request: Request): string {
  const { pathname, search } = new URL(request.url);
  const asked = (pathname + search).replace(/\.data(?=\?|$)/, "").replace(/[?&]_routes=[^&]*/, "");
  return `${door}?next=${encodeURIComponent(asked)}`;
}
