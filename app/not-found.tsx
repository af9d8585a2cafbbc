// The page for unknown URLs, with status 404.
import { data } from "react-router";
import { ErrorPage, errorTitle } from "./ui/error-page.tsx";

export function loader() {
  return data(null, { status: 404 });
}

export const meta = () => [{ title: errorTitle(404) }, { name: "robots", content: "noindex" }];

export default function NotFound() {
  return <ErrorPage error={404} />;
}
