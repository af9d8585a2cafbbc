// Why a lead wasn't imported, for the console and for notices.
export const importProblems = {
  noPractice: "No practice is connected to this page and form.",
  noToken: "The page has no access token.",
  notSaved: "The lead couldn’t be saved.",
} as const;
