// Metadata files for search engines, security researchers and home screens.
import { prerenderedPaths } from "#app/prerendered-paths.ts";
import { portfolio } from "#content/portfolio.ts";
import { site } from "#content/site.ts";
import { placeholders } from "#contract/placeholders.ts";
import { iconSizes } from "./icon.ts";

const { origin } = placeholders;

export function makeSitemap(): string {
  const urls = prerenderedPaths.map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/**
 * The lead desk and the console are excluded by `noindex`. A crawler must be able to load them to
 * see it.
 */
export function makeRobots(): string {
  return ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");
}

/** RFC 9116 recommends an expiration date less than a year away. */
export function makeSecurity(now: Date): string {
  const expires = new Date(now.getTime() + 360 * 24 * 60 * 60 * 1000);
  return [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}

export function makeManifest(): string {
  return JSON.stringify({
    name: site.owner,
    short_name: site.owner.split(" ")[0],
    description: portfolio.description,
    start_url: "/",
    display: "browser",
    // `--paper` and `--accent` of app/tokens.css.
    background_color: "#faf9f6",
    theme_color: "#faf9f6",
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      ...Object.entries(iconSizes).map(([src, size]) => ({
        src,
        sizes: `${size}x${size}`,
        type: "image/png",
      })),
    ],
  });
}
