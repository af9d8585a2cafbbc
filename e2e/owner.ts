// What the sites say about the owner and the packages, for any owner's content.
import { packages } from "#content/marketing.ts";
import { site } from "#content/site.ts";

/** The link that calls the agency. */
export const callLink = `Call ${site.phone}`;

/** The packages from the smallest to the largest, with `said` as in "Gold, $1,297 a month". */
export const [p1, p2, p3] = packages.map(({ title, price, per }) => ({
  title,
  said: `${title}, $${price.toLocaleString("en-US")} ${per}`,
})) as [Said, Said, Said];

type Said = { title: string; said: string };

/** Returns the path of a project's case study. */
export const studyPath = (project: string) => `/projects/${slugOf(project)}`;

/** Returns the slug as in the URLs of jobs, projects and case studies. */
export function slugOf(name = ""): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
