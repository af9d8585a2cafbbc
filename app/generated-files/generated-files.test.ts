import { expect, test } from "vitest";
import { caseStudyPath } from "#app/portfolio/case-study-paths.ts";
import { prerenderedPaths } from "#app/prerendered-paths.ts";
import { caseStudies } from "#content/case-studies.ts";
import { placeholders } from "#contract/placeholders.ts";
import { previews } from "./link-previews.ts";
import { makeFeed, makeRobots, makeSecurity, makeSitemap } from "./site-metadata.ts";

test("every public page has exactly one link preview", () => {
  expect(previews.map(({ path }) => path).sort()).toEqual([...prerenderedPaths].sort());
});

test("the sitemap lists every public page at the product's own address", () => {
  const sitemap = makeSitemap();
  for (const path of prerenderedPaths) {
    expect(sitemap).toContain(`<loc>${placeholders.origin}${path}</loc>`);
  }
  expect(makeRobots()).toContain(`Sitemap: ${placeholders.origin}/sitemap.xml`);
});

test("the feed has an entry for each case study, with its date", () => {
  const feed = makeFeed();
  for (const { project, date } of caseStudies) {
    expect(feed).toContain(`<id>${placeholders.origin}${caseStudyPath(project)}</id>`);
    expect(feed).toContain(`<updated>${date}T00:00:00Z</updated>`);
  }
  expect(feed.match(/<entry>/g)).toHaveLength(caseStudies.length);
});

test("security.txt expires within a year, as RFC 9116 recommends", () => {
  const now = new Date("2026-11-21T00:00:00Z");
  const [, expires = ""] = /Expires: (.+)/.exec(makeSecurity(now)) ?? [];
  const days = (Date.parse(expires) - now.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});
