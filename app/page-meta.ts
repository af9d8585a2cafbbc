// What a public page tells browsers, search engines and link previews about itself.
import type { MetaDescriptor } from "react-router";
import { placeholders } from "#contract/placeholders.ts";

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
    { property: "og:type", content: "website" },
    { property: "og:url", content: url },
  ];
}
