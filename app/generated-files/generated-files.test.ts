import { expect, test } from "vitest";
import { caseStudyPath } from "#app/portfolio/case-study-paths.ts";
import { prerenderedPaths } from "#app/prerendered-paths.ts";
import { caseStudies } from "#content/case-studies.ts";
import { placeholders } from "#contract/placeholders.ts";
import { previews } from "./link-previews.ts";
import {
  makeDeskManifest,
  makeFeed,
  makeRobots,
  makeSecurity,
  makeSitemap,
} from "./site-metadata.ts";

test("every public page has exactly one link preview", () => {
  expect(previews.map(({ path }) => path).sort()).toEqual([...prerenderedPaths].sort());
});

test("the sitemap lists every public page with the product's origin, and robots.txt links to the sitemap", () => {
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
  expect(feed.split("<entry>")).toHaveLength(caseStudies.length + 1);
});

test("security.txt expires in less than a year, as RFC 9116 recommends", () => {
  const now = new Date("2026-11-21T00:00:00Z");
  const [, expires = ""] = /Expires: (.+)/.exec(makeSecurity(now)) ?? [];
  const days = (Date.parse(expires) - now.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});

test("the lead desk's manifest allows installation, and has shortcuts to the next call and a new lead", () => {
  const manifest = JSON.parse(makeDeskManifest());
  expect(manifest).toMatchObject({
    ...{ name: "Lead desk", start_url: "/lms/dashboard", scope: "/lms", display: "standalone" },
    shortcuts: [
      { name: "Next to call", url: "/lms/dashboard?sort=next" },
      { name: "Add lead", url: "/lms/lead" },
    ],
  });
  // Chromium requires icons of these sizes before it installs an app.
  for (const sizes of ["192x192", "512x512"]) {
    expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes, type: "image/png" }));
  }
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: "maskable" }));
});
