// Why a lead wasn't imported or an email wasn't sent, as the console and the notices say it.
export const importProblems = {
  noPractice: "No practice is connected to this page and form.",
  noToken: "The page has no access token.",
  notSaved: "The lead couldn't be saved.",
} as const;

export const mailProblems = {
  attachment: "The attachment couldn't be created.",
} as const;
