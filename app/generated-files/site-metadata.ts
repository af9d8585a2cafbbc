// Metadata files for search engines, security researchers and home screens.

import { addressesOf, feedPath } from "#app/page-meta.ts";
import { caseStudyPath } from "#app/portfolio/case-study-paths.ts";
import { prerenderedPaths } from "#app/prerendered-paths.ts";
import { caseStudies } from "#content/case-studies.ts";
import { queueWords, sortNames } from "#content/desk/dashboard.ts";
import { shellWords } from "#content/desk/shell.ts";
import { marketing } from "#content/marketing.ts";
import { portfolio } from "#content/portfolio.ts";
import { site } from "#content/site.ts";
import { dayMs } from "#contract/durations.ts";
import { placeholders } from "#contract/placeholders.ts";
import { iconSizes, portfolioIcon } from "./icon.ts";

const { origin } = placeholders;

export function makeSitemap(): string {
  const urls = prerenderedPaths.map((path) => {
    const links = addressesOf(path).map(
      ({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${href}"/>`,
    );
    return `  <url><loc>${origin}${path}</loc>${links.join("")}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** Returns an Atom feed of the case studies (RFC 4287). */
export function makeFeed(): string {
  const newest =
    caseStudies
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? "1970-01-01";
  const entries = caseStudies.flatMap(({ project, title, description, date }) => [
    "  <entry>",
    `    <title>${escapeXml(`${project}: ${title}`)}</title>`,
    `    <id>${origin}${caseStudyPath(project)}</id>`,
    `    <link href="${origin}${caseStudyPath(project)}"/>`,
    `    <updated>${date}T00:00:00Z</updated>`,
    `    <summary>${escapeXml(description)}</summary>`,
    "  </entry>",
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${escapeXml(portfolio.title)}</title>`,
    `  <id>${origin}/</id>`,
    `  <link rel="self" href="${origin}${feedPath}"/>`,
    `  <updated>${newest}T00:00:00Z</updated>`,
    `  <author><name>${escapeXml(site.owner)}</name></author>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * Returns robots.txt. The lead desk and the console have `noindex` instead of a rule in this file,
 * because a crawler must be able to load a page to see its `noindex`.
 */
export function makeRobots(): string {
  return ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");
}

/** Returns security.txt. RFC 9116 recommends that it expire in less than a year. */
export function makeSecurity(now: Date): string {
  const expires = new Date(now.getTime() + 360 * dayMs);
  return [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, es",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}

export function makeManifest(): string {
  return JSON.stringify({
    name: site.owner,
    short_name: site.ownerFirst,
    description: portfolio.description,
    start_url: "/",
    display: "browser",
    // The same color as `--paper` in app/tokens.css.
    background_color: "#faf9f6",
    theme_color: "#faf9f6",
    icons: [
      { src: "/portfolio-icon.svg", sizes: "any", type: "image/svg+xml" },
      {
        src: portfolioIcon.url,
        sizes: `${portfolioIcon.size}x${portfolioIcon.size}`,
        type: "image/png",
      },
    ],
  });
}

/** Returns the manifest of the marketing site, which has the agency's name. */
export function makeAgencyManifest(): string {
  return JSON.stringify({
    name: site.mailName,
    short_name: site.mailName,
    description: marketing.description,
    start_url: "/marketing",
    display: "browser",
    background_color: "#faf9f6",
    theme_color: "#faf9f6",
    icons,
  });
}

/**
 * Returns the manifest that makes the lead desk an app. Its scope includes the login page, `/lms`.
 */
export function makeDeskManifest(): string {
  return JSON.stringify({
    id: "/lms/",
    name: shellWords.title,
    short_name: shellWords.title,
    start_url: "/lms/dashboard",
    scope: "/lms",
    display: "standalone",
    background_color: "#faf9f6",
    theme_color: "#faf9f6",
    icons: [...icons, ...icons.map((icon) => ({ ...icon, purpose: "maskable" }))],
    shortcuts: [
      { name: sortNames.next, url: "/lms/dashboard?sort=next" },
      { name: queueWords.addLead, url: "/lms/lead" },
    ],
  });
}

const icons = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  ...Object.entries(iconSizes).map(([src, size]) => ({
    src,
    sizes: `${size}x${size}`,
    type: "image/png",
  })),
];
