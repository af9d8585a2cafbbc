// The Spanish values of {owner}, {agency} and the other facts in the legal texts in es/legal.
import { facts } from "#content/legal-facts.ts";
import { owner } from "#content/owner.ts";

export const spanishLegalFacts: Readonly<Record<string, string>> = {
  ...facts,
  sample: owner.isSample
    ? "Este es un texto de ejemplo para un negocio ficticio. Haga que un abogado revise el suyo antes de usarlo."
    : "",
};
