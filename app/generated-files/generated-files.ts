// Files that are generated from the owner's content. scripts/build.ts writes them in the build, and
// scripts/dev.ts generates them on request. They contain a placeholder for the product's origin,
// which the server replaces at startup.

import { picturePath } from "#app/marketing/pictures/picture.tsx";
import { feedPath, previewPath } from "#app/page-meta.ts";
import { makeResumePdf } from "#app/portfolio/resume.pdf.tsx";
import { site } from "#content/site.ts";
import { languages } from "#contract/languages.ts";
import { iconSizes, makeFavicon, makeIcon, portfolioIcon } from "./icon.ts";
import { makePreview } from "./link-preview.tsx";
import { previews } from "./link-previews.ts";
import { makePicture, pictureNames } from "./pictures.tsx";
import { makeServiceWorker } from "./service-worker.ts";
import {
  makeAgencyManifest,
  makeDeskManifest,
  makeFeed,
  makeManifest,
  makeRobots,
  makeSecurity,
  makeSitemap,
} from "./site-metadata.ts";

type MakeFile = () => Promise<string | Uint8Array> | string | Uint8Array;

/** What generates each file, by the file's URL path. */
export const generatedFiles: Record<string, MakeFile> = {
  [site.resume]: makeResumePdf,
  "/sitemap.xml": makeSitemap,
  [feedPath]: makeFeed,
  "/robots.txt": makeRobots,
  "/.well-known/security.txt": () => makeSecurity(new Date()),
  "/manifest.webmanifest": makeManifest,
  "/lms/manifest.webmanifest": makeDeskManifest,
  "/marketing/manifest.webmanifest": makeAgencyManifest,
  [portfolioIcon.url]: () => makeIcon(portfolioIcon.size, "portfolio-icon.svg"),
  "/favicon.ico": makeFavicon,
  "/lms/service-worker.js": makeServiceWorker,
  ...Object.fromEntries(
    Object.entries(iconSizes).map(([file, size]) => [file, () => makeIcon(size)]),
  ),
  ...Object.fromEntries(
    languages.flatMap((language) =>
      pictureNames.map((name) => [picturePath(name, language), () => makePicture(name, language)]),
    ),
  ),
  ...Object.fromEntries(
    previews.map((preview) => [previewPath(preview.path), () => makePreview(preview)]),
  ),
};
