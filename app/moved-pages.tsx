// Redirects from old URLs, which are still used in bookmarks and emails, and from URLs that people
// guess. cspell:ignore enquiries
import { redirect } from "react-router";
import type { Route } from "./+types/moved-pages.ts";

const movedTo: Record<string, string> = {
  "/get-started": "/marketing/get-started",
  "/projects": "/#projects",
  "/lms/enquiries": "/lms/inquiries",
  "/admin": "/admin/today",
  "/admin/inquiries": "/admin/requests",
  "/admin/clients": "/admin/practices",
};

export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const from = pathname.replace(/\.data$/, "").replace(/(.)\/$/, "$1");
  const to = new URL(movedTo[from] ?? "/", request.url);
  return redirect(`${to.pathname}${search}${to.hash}`, 301);
}
