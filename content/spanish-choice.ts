// On the English forms of the marketing site, in the language that it offers.
// cspell:ignore Prefiero respondan Prefiere

export const spanishChoice = {
  /** A checkbox: the request is answered in Spanish. */
  label: "Prefiero que me respondan en español",
  /** The first screen's link to the Spanish page. */
  page: "¿Prefiere español?",
};
