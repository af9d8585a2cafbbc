// The portfolio's case studies, each about a project of resume.json, newest first. To change them, edit
// case-studies.json; the schema: contract/case-studies.ts. A new one gets its page, its link on the
// project's card, its link preview, and its place in the sitemap and the feed.
import type { CaseStudy } from "#contract/case-studies.ts";
import json from "./case-studies.json" with { type: "json" };

export const caseStudies: readonly CaseStudy[] = json;
