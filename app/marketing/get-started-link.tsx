// The old product linked here once.
import { redirect } from "react-router";
import type { Route } from "./+types/get-started-link.ts";

export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/marketing/get-started${new URL(request.url).search}`, 301);
}
