// Describes what the build leaves for startup: the pages that are the same for everyone, with
// placeholders for the process's values. `at-build/prepare-pages.ts` writes them, and
// `filled-pages.ts` reads them.
import path from "node:path";
import { projectRoot } from "#server/root.ts";

export type PreparedPage = {
  /** The URL path at which the page is served. */
  path: string;
  /** The page's file name in the folder. */
  file: string;
  /** The hashes of the page's inline scripts and styles, for the content security policy. */
  scripts: string[];
  styles: string[];
};

export type PreparedPages = {
  /** The hash of the whole build. The same build always has the same hash. */
  hash: string;
  pages: PreparedPage[];
  /** The response for every unknown path. */
  notFound: PreparedPage;
};

export const preparedFolder = path.join(projectRoot, "build/pages");

/** The name of the file with the `PreparedPages` in that folder. */
export const preparedList = "pages.json";
