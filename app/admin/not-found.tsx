// Shown in the console's frame for any unknown URL below /admin, with status 404.
import { data } from "react-router";
import { consoleWords } from "#content/console/frame.ts";
import { errorPageWords } from "#content/error-page.ts";
import { PageNotFound } from "./page-not-found.tsx";

export const meta = () => [{ title: consoleWords.tab(errorPageWords.notFound) }];

export function loader() {
  return data(null, { status: 404 });
}

export default PageNotFound;
