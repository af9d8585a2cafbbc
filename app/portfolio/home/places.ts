// The addresses of jobs and projects on the home page, for links from elsewhere on it.
import { slugOf } from "#app/portfolio/resume-words.ts";
import { resume } from "#content/resume.ts";

export const placeOfWork = (name: string) => `work-${slugOf(name)}`;
export const placeOfProject = (name: string) => `project-${slugOf(name)}`;

/** Where a job or project of that name stands; null for words that name neither. */
export function placeOf(words: string): string | null {
  if (resume.projects.some(({ name }) => name === words)) return placeOfProject(words);
  if (resume.work.some(({ name }) => name === words)) return placeOfWork(words);
  return null;
}
