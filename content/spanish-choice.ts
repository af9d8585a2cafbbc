// Spanish text on the marketing site's English pages, for visitors who prefer Spanish.
// cspell:ignore Prefiero respondan Prefiere

export const spanishChoice = {
  /** The label of the checkbox for a reply in Spanish. */
  label: "Prefiero que me respondan en español",
  /** The link to the Spanish page, above the fold. */
  page: "¿Prefiere español?",
};
