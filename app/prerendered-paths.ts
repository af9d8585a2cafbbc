// The public pages that are the same for everyone, so they are prerendered in the build.
import { caseStudies } from "#content/case-studies.ts";
import { spanishPaths } from "./languages.ts";
import { caseStudyPath } from "./portfolio/case-study-paths.ts";

export const prerenderedPaths: readonly string[] = [
  "/",
  "/contact",
  ...caseStudies.map(({ project }) => caseStudyPath(project)),
  "/marketing",
  "/marketing/faq",
  "/marketing/contact",
  "/marketing/get-started",
  "/marketing/patient-data",
  "/marketing/accessibility",
  "/lms/privacy-policy",
  "/lms/terms-and-conditions",
  ...spanishPaths,
];
