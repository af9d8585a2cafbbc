// The URL hashes of the home page's sections, jobs and projects.
import { slugOf } from "#app/portfolio/resume-words.ts";
import { portfolio } from "#content/portfolio.ts";
import { resume } from "#content/resume.ts";

export const placeOfWork = (name: string) => `work-${slugOf(name)}`;
export const placeOfProject = (name: string) => `project-${slugOf(name)}`;

/** Returns the hash of the job or project with this name, or null if there is none. */
export function placeOf(words: string): string | null {
  if (resume.projects.some(({ name }) => name === words)) return placeOfProject(words);
  if (resume.work.some(({ name }) => name === words)) return placeOfWork(words);
  return null;
}

/** Which sections have content. Empty sections are hidden and aren't in the menus. */
export const sections = {
  about: portfolio.about !== null,
  work: resume.work.length > 0,
  projects: resume.projects.length > 0,
  skills: resume.skills.length > 0,
} as const;

/**
 * Returns whether a menu link leads to something: to a section that is shown, as with "/#work", or
 * to any other URL.
 */
export function leadsSomewhere({ url }: { url: string }): boolean {
  const name = url.split("#")[1];
  return !name || sections[name as keyof typeof sections] !== false;
}
