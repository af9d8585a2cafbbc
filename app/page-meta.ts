// The metadata of a public page for browsers, search engines and link previews.
import type { MetaDescriptor } from "react-router";
import { site } from "#content/site.ts";
import { type Language, languages } from "#contract/languages.ts";
import { placeholders } from "#contract/placeholders.ts";
import { pathIn } from "./languages.ts";

/** The size of a link preview in pixels, as Open Graph recommends. */
export const previewSize = { width: 1200, height: 630 } as const;

/**
 * Returns the path of a page's link preview. `app/generated-files/link-previews.ts` lists the
 * previews.
 */
export function previewPath(path: string): string {
  const name = path.replace(/^\//, "").replaceAll("/", "-") || "home";
  return `/previews/${name}.png`;
}

/** The path of the portfolio's feed of case studies. */
export const feedPath = "/feed.xml";

/**
 * Returns the page's URLs in all languages, its own included, as search engines require. None if
 * the page exists only in English.
 */
export function addressesOf(path: string): { hrefLang: Language | "x-default"; href: string }[] {
  if (pathIn("es", path) === null) return [];
  return [...languages, "x-default" as const].map((hrefLang) => ({
    hrefLang,
    href: `${placeholders.origin}${pathIn(hrefLang === "x-default" ? "en" : hrefLang, path)}`,
  }));
}

function alternatesOf(path: string): MetaDescriptor[] {
  return addressesOf(path).map((address) => ({ tagName: "link", rel: "alternate", ...address }));
}

/** The portfolio is a person's; all other public pages are the agency's. */
function siteNameOf(path: string): string {
  return /^\/(contact$|projects\/|$)/.test(path) ? site.owner : site.mailName;
}

/** Returns a page's metadata. `path` is the page's canonical path without a query. */
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
    ...alternatesOf(page.path),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteNameOf(page.path) },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: `${placeholders.origin}${previewPath(page.path)}` },
    { property: "og:image:alt", content: page.title },
    { property: "og:image:width", content: String(previewSize.width) },
    { property: "og:image:height", content: String(previewSize.height) },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
