// Redirects from old URLs, which are still used in bookmarks and emails. cspell:ignore enquiries
import { redirect } from "react-router";
import type { Route } from "./+types/moved-pages.ts";

const movedTo: Record<string, string> = {
  "/get-started": "/marketing/get-started",
  "/lms/enquiries": "/lms/inquiries",
  "/admin": "/admin/today",
  "/admin/inquiries": "/admin/requests",
  "/admin/clients": "/admin/practices",
};

export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const from = pathname.replace(/\.data$/, "").replace(/(.)\/$/, "$1");
  return redirect(`${movedTo[from] ?? "/"}${search}`, 301);
}
