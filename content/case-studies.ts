// The portfolio's case studies, newest first. Each is about a project in resume.json. To change
// them, edit case-studies.json (schema: contract/case-studies.ts). A new one gets a page, a link on
// the project's card, a link preview, and entries in the sitemap and the feed.
import type { CaseStudy } from "#contract/case-studies.ts";
import json from "./case-studies.json" with { type: "json" };

export const caseStudies = json as readonly CaseStudy[];
