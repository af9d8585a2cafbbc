// The URL hashes of jobs and projects on the home page, for links to them.
import { slugOf } from "#app/portfolio/resume-words.ts";
import { resume } from "#content/resume.ts";

export const placeOfWork = (name: string) => `work-${slugOf(name)}`;
export const placeOfProject = (name: string) => `project-${slugOf(name)}`;

/** The hash of the job or project with that name; null: no match. */
export function placeOf(words: string): string | null {
  if (resume.projects.some(({ name }) => name === words)) return placeOfProject(words);
  if (resume.work.some(({ name }) => name === words)) return placeOfWork(words);
  return null;
}
