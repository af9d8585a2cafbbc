// What a public page tells browsers, search engines and link previews about itself.
import type { MetaDescriptor } from "react-router";
import { placeholders } from "#contract/placeholders.ts";

/** Pixels of the picture that a link shows elsewhere: what Open Graph's readers expect. */
export const previewSize = { width: 1200, height: 630 } as const;

/** Where the picture of a page stands; `app/generated-files/link-previews.ts` lists what is on it. */
export function previewPath(path: string): string {
  const name = path.replace(/^\//, "").replaceAll("/", "-") || "home";
  return `/previews/${name}.png`;
}

/** `path` is the page's own address: its canonical one, whatever query it was opened with. */
export function pageMeta(page: {
  title: string;
  description: string;
  path: string;
}): MetaDescriptor[] {
  const url = `${placeholders.origin}${page.path}`;
  return [
    { title: page.title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: `${placeholders.origin}${previewPath(page.path)}` },
    { property: "og:image:width", content: String(previewSize.width) },
    { property: "og:image:height", content: String(previewSize.height) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
