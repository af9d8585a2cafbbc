// Files that are made from the owner's words when the product is built: scripts/build.ts writes
// them, scripts/dev.ts makes them when they are asked for. What they say of the product's own
// address is a placeholder, filled in at the start.

import { picturePath } from "#app/marketing/pictures/picture.tsx";
import { previewPath } from "#app/page-meta.ts";
import { makeResumePdf } from "#app/portfolio/resume.pdf.tsx";
import { site } from "#content/site.ts";
import { iconSizes, makeIcon } from "./icon.ts";
import { makePreview } from "./link-preview.tsx";
import { previews } from "./link-previews.ts";
import { makePicture, pictureNames } from "./pictures.tsx";
import { makeManifest, makeRobots, makeSecurity, makeSitemap } from "./site-metadata.ts";

type MakeFile = () => Promise<string | Uint8Array> | string | Uint8Array;

/** By the address that each is served at. */
export const generatedFiles: Record<string, MakeFile> = {
  [site.resume]: makeResumePdf,
  "/sitemap.xml": makeSitemap,
  "/robots.txt": makeRobots,
  "/.well-known/security.txt": () => makeSecurity(new Date()),
  "/manifest.webmanifest": makeManifest,
  ...Object.fromEntries(
    Object.entries(iconSizes).map(([file, size]) => [file, () => makeIcon(size)]),
  ),
  ...Object.fromEntries(pictureNames.map((name) => [picturePath(name), () => makePicture(name)])),
  ...Object.fromEntries(
    previews.map((preview) => [previewPath(preview.path), () => makePreview(preview)]),
  ),
};
