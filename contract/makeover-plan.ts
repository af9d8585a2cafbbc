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
