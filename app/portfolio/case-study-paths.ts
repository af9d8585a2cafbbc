// The URL paths of the case studies.
import { caseStudies } from "#content/case-studies.ts";
import { slugOf } from "./resume-words.ts";

export const caseStudyPath = (project: string) => `/projects/${slugOf(project)}`;

/** Returns the path of the project's case study, or null if there is none. */
export function pathOfCaseStudy(project: string): string | null {
  return caseStudies.some((one) => one.project === project) ? caseStudyPath(project) : null;
}
