// A practice's own sources, on its profile. The text that the console uses too is in
// console/sources.ts.
export const ownSourceWords = {
  section: "Lead sources",
  about: "Your forms and ads that send leads here. We connect new ones for you.",
  none: "No sources yet. Ask us to connect your forms and ads.",
  failed: "We couldn’t load your lead sources.",
  loading: "Loading…",
  more: "Setup and recent submissions",
  moreOf: (name: string) => `Setup and recent submissions: ${name}`,
  rename: (name: string) => `Rename ${name}`,
} as const;
