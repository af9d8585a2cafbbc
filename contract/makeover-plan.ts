// The URL of the makeover presentation as a web page. It contains the visitor's choices, but
// nothing that was typed, such as a name, because anyone can write a URL.
import {
  type MakeoverDelay,
  type MakeoverSpecialty,
  type MakeoverWorry,
  makeoverDelays,
  makeoverSpecialties,
  makeoverWorries,
} from "./contact-requests.ts";

export type MakeoverChoices = {
  specialty: MakeoverSpecialty | null;
  worry: MakeoverWorry | null;
  delay: MakeoverDelay | null;
};

/**
 * Returns the URL of the plan. `root` is the URL of the marketing site in the visitor's language.
 */
export function toMakeoverPlanPath(
  { specialty, worry, delay }: MakeoverChoices,
  root = "/marketing",
): string {
  const path = `${root}/makeover-plan`;
  const choices = Object.entries({ specialty, worry, delay }).flatMap(([name, choice]) =>
    choice ? [[name, choice]] : [],
  );
  const query = new URLSearchParams(choices).toString();
  return query ? `${path}?${query}` : path;
}

/**
 * Fills in the questions that weren't answered with the most common problem and with any specialty,
 * so that each plan begins with first steps and has an ad.
 */
export function withUsualPlan<Chosen extends MakeoverChoices>(choices: Chosen) {
  return {
    ...choices,
    specialty: choices.specialty ?? ("other" as const),
    worry: choices.worry ?? ("waiting" as const),
  };
}

/** Reads the choices from the URL. Unknown choices are ignored. */
export function readMakeoverChoices(query: URLSearchParams): MakeoverChoices {
  const choose = <Choice extends string>(name: string, choices: readonly Choice[]) =>
    choices.find((choice) => choice === query.get(name)) ?? null;
  return {
    specialty: choose("specialty", makeoverSpecialties),
    worry: choose("worry", makeoverWorries),
    delay: choose("delay", makeoverDelays),
  };
}
