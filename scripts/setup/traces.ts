// Finds traces of an owner, to prove that nothing of the sample is left.
import type { Content } from "./content.ts";

/** Shorter texts don't identify an owner, because anyone may use them. */
const ownSentence = 24;

/**
 * Returns the owner's texts that can't appear in another owner's pages, emails, PDFs or pictures.
 */
export function tracesOf({ resume, owner, story, studies }: Content): string[] {
  const { basics } = resume;
  const { agency } = owner;
  const facts = [
    ...[basics.name, basics.email, basics.phone, basics.phone.replace(/\D/g, "")],
    ...[`${agency.name} ${agency.trade}`, agency.email, agency.postalAddress],
    ...[basics.url, ...basics.profiles.map(({ url }) => url)],
    ...owner.ventures.flatMap(({ name, url }) => [name, url]),
    ...resume.work.map(({ name }) => name),
    ...studies.map(({ title }) => title),
  ];
  // A real owner's single names may be ordinary words or the name of a made-up lead. The sample's
  // names aren't.
  const names = owner.isSample ? [owner.firstName, ...basics.name.split(" "), agency.name] : [];
  const { $schema: _, ...history } = resume;
  const sentences = textsIn([history, story, studies]).filter((text) => text.length >= ownSentence);
  return [...new Set([...facts, ...names, ...sentences])].filter((text) => text !== undefined);
}

/** Returns every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Returns the traces in a text. A name counts only as a whole word: "Ann" isn't in "Anna". */
export function findTraces(text: string, traces: readonly string[]): string[] {
  return traces.filter((trace) => {
    const at = text.indexOf(trace);
    if (at === -1 || /\W/.test(trace)) return at !== -1;
    return new RegExp(`(?<!\\p{L})${trace}(?!\\p{L})`, "u").test(text);
  });
}
