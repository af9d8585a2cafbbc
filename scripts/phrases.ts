// Phrases that we don't write, each with a replacement. scripts/words.ts searches every text file
// for them. docs/glossary.md defines our terms.

export type Phrase = {
  /**
   * The phrase in lower case. A space also matches a line break, even inside a comment. "*" matches
   * any end of a word.
   */
  phrase: string;
  instead: string;
  /** The folders to search. If it's absent, all are searched. */
  only?: string[];
};

/** The folders with texts that people read on screens and in emails. */
const screens = ["content", "app"];

export const phrases: Phrase[] = [
  // Each word has only one spelling.
  { phrase: "e-mail*", instead: "email" },
  { phrase: "call-back*", instead: "callback" },
  { phrase: "voice mail", instead: "voicemail" },
  { phrase: "web site", instead: "website" },
  { phrase: "sign-in in", instead: "sign in to" },
  { phrase: "mis-spel*", instead: "misspelled" },
  { phrase: "practise*", instead: "practice" },
  { phrase: "licence*", instead: "license" },
  { phrase: "bsc", instead: "B.S.", only: screens },
  { phrase: "trading as", instead: "doing business as" },

  // Each thing has only one name.
  { phrase: "enquir*", instead: "inquiry" },
  { phrase: "mend", instead: "edit, fix" },
  { phrase: "mends", instead: "edits, fixes" },
  { phrase: "mended", instead: "edited, fixed" },
  { phrase: "mending", instead: "editing, fixing" },
  { phrase: "take* back a call", instead: "undo, void" },
  { phrase: "deed", instead: "action" },
  { phrase: "deeds", instead: "actions" },
  { phrase: "sighting*", instead: "first seen" },
  { phrase: "stranded", instead: "failed lead notification, dead letter" },
  { phrase: "tall(y|ies)", instead: "rollups" },
  { phrase: "recount*", instead: "rebuild" },
  { phrase: "calm( |-)rows", instead: "stable rows" },
  { phrase: "calmrows", instead: "stableRows" },
  { phrase: "asker*", instead: "recipient, the person who asked" },
  { phrase: "met-on-the-way", instead: "bounded scan" },
  { phrase: "greetable*", instead: "a name that is safe to greet" },
  { phrase: "one-secret", instead: "shared secret" },
  { phrase: "evasions", instead: "XSS payloads" },
  { phrase: "openhouse", instead: "openTestApp" },
  { phrase: "look at a (desk|practice)", instead: "view as" },
  { phrase: "looks at a (desk|practice)", instead: "views as" },
  { phrase: "wall clock", instead: "all hours", only: screens },
  { phrase: "(for|with|at) each other in a circle", instead: "deadlock" },
  { phrase: "in a circle", instead: "deadlock" },
  { phrase: "side by side with a mail", instead: "with the email" },

  // Sentences shouldn't begin with their object or with "who".
  { phrase: "whoever", instead: "anyone who, a person who" },
  { phrase: "whomever", instead: "anyone" },
  { phrase: "by whom", instead: "who (and an active verb)" },
  { phrase: "whom to", instead: "who to" },
  { phrase: "what came of", instead: "the result of, how it went" },
  { phrase: "what becomes of", instead: "what happens to" },
  { phrase: "what (is|are) left of", instead: "the rest of" },
  { phrase: "what happens then", instead: "what happens next" },

  // These are literal translations.
  { phrase: "anew", instead: "again, new" },
  { phrase: "in vain", instead: "without success" },
  { phrase: "lies? in the (past|future)", instead: "has passed, is in the future" },
  { phrase: "do not go together", instead: "do not match" },
  { phrase: "goes together", instead: "matches, belongs together" },
  { phrase: "go together", instead: "match, belong together" },
  { phrase: "c(ame|omes?) along", instead: "arrive, is on file" },
  { phrase: "stands? there", instead: "is shown" },
  { phrase: "standing there", instead: "shown" },
  { phrase: "stands? (in|on|at|below|above|beside|behind|under|for itself)", instead: "is in" },
  { phrase: "nobody knows whether", instead: "unknown whether" },
  { phrase: "by (itself|themselves)", instead: "automatically", only: screens },
  { phrase: "of (its|their) own accord", instead: "automatically" },
  { phrase: "at the moment when", instead: "when" },
  { phrase: "is no (number|address|picture|link|email)", instead: "is not a valid …" },
  { phrase: "there is no such", instead: "… does not exist" },
  { phrase: "no longer good", instead: "expired" },
  { phrase: "is not good any more", instead: "expired" },
  { phrase: "any more than that", instead: "more" },
  { phrase: "rubbish", instead: "garbage, malformed input" },
  { phrase: "takes? the place of", instead: "replaces" },
  { phrase: "took the place of", instead: "replaced" },
  { phrase: "is meant", instead: "is used for, refers to", only: screens },
  { phrase: "in force", instead: "in effect" },
  { phrase: "worked out again", instead: "recalculated" },
  { phrase: "is worked out", instead: "is calculated" },
  { phrase: "are worked out", instead: "are calculated" },
  { phrase: "works? out the", instead: "calculates the" },
  { phrase: "hand-over*", instead: "handoff" },
  { phrase: "hands? over the leads?", instead: "delivers the lead" },
  {
    phrase: "(is|are|was|were|be|so|as|too|very|more|most|how) dear",
    instead: "expensive",
    only: ["server", "scripts", "bench", "docs", "contract"],
  },
  { phrase: "strangers?", instead: "unknown people", only: screens },
  { phrase: "whilst", instead: "while" },
  { phrase: "amongst", instead: "among" },
  { phrase: "learnt", instead: "learned" },
  { phrase: "spelt", instead: "spelled" },
  { phrase: "dreamt", instead: "dreamed" },
  { phrase: "ring(s|ing)? (them|him|her|back|up)", instead: "call" },
  { phrase: "rang (them|him|her|back|up)", instead: "called" },
  { phrase: "phoned", instead: "called" },
  { phrase: "a fortnight", instead: "two weeks" },
  { phrase: "half past", instead: "the time in digits" },
  { phrase: "working days?", instead: "business day" },
  { phrase: "per cent", instead: "percent" },
  { phrase: "\\d+ %", instead: "80%, without a space", only: [...screens, "docs", "README.md"] },

  // These were phrases on screens and in emails.
  { phrase: "it counts once you say", instead: "pick a result to save it", only: screens },
  { phrase: "say what", instead: "Add result", only: screens },
  { phrase: "not calling", instead: "I didn't call", only: screens },
  { phrase: "entered later", instead: "logged after the fact", only: screens },
  { phrase: "on the clock", instead: "still waiting", only: screens },
  { phrase: "in no figure yet", instead: "not counted yet", only: screens },
  { phrase: "nine in ten", instead: "90th percentile", only: screens },
  { phrase: "half called in", instead: "median", only: screens },
  { phrase: "half (were|had been) called", instead: "median", only: screens },
  { phrase: "called, still open", instead: "needs follow-up", only: screens },
  { phrase: "one tap archives", instead: "why archive?", only: screens },
  { phrase: "asked twice", instead: "duplicate", only: screens },
  { phrase: "stays on the clock", instead: "archiving doesn't stop the clock", only: screens },
  { phrase: "call back then", instead: "set callback", only: screens },
  { phrase: "number that can be called", instead: "a valid phone number", only: screens },
  { phrase: "a guess by", instead: "based on", only: screens },
  { phrase: "nobody pressed submit", instead: "added by hand, not timed", only: screens },
  { phrase: "their data:", instead: "privacy request", only: ["content"] },
  { phrase: "as soon as there is a line", instead: "when you're back online" },
  { phrase: "(without|there is) a line", instead: "offline, online" },
  { phrase: "the line is back", instead: "back online" },
  { phrase: "a dead line", instead: "a lost connection" },
  { phrase: "at once", instead: "right away, immediately", only: ["content"] },
  { phrase: "kept back", instead: "not sent", only: screens },
  { phrase: "write freely", instead: "no template", only: screens },
  { phrase: "whether it left", instead: "delivery unknown", only: screens },
  { phrase: "forgot the password", instead: "forgot password?", only: screens },
  { phrase: "present password", instead: "current password" },
  { phrase: "the same again", instead: "confirm new password", only: screens },
  { phrase: "a check that you are a person", instead: "we check automatically", only: screens },
  { phrase: "single keys", instead: "keyboard shortcuts", only: screens },
  { phrase: "you find us here", instead: "here's where to find us" },
  { phrase: "somebody of our", instead: "someone from our" },
  { phrase: "answer this (e-mail|email|mail)", instead: "reply to this email" },
  { phrase: "was it not you", instead: "didn't request this?" },
  { phrase: "how to go on", instead: "next steps", only: screens },
  { phrase: "tick a line", instead: "check a box" },
  { phrase: "nobody waits unseen", instead: "no one slips through the cracks" },
  { phrase: "ring out", instead: "go unanswered" },
  { phrase: "when you phone", instead: "when you call" },
  { phrase: "tied to a contract", instead: "is there a contract?" },
  { phrase: "we do not know this", instead: "… isn't valid" },
  { phrase: "in which one it was", instead: "which one at any moment" },
  { phrase: "person backwards", instead: "backward" },
  { phrase: "stop after this step", instead: "if you stop here" },
];

export type Finding = { line: number; column: number; found: string; instead: string };

/**
 * Returns every listed phrase in the text of one file. `file` is its path from the project's root.
 * A `cspell:ignore` comment in the file allows its words here too.
 */
export function findPhrases(file: string, text: string): Finding[] {
  const allowed = [...text.matchAll(/cspell:ignore (.*)/g)].flatMap(([, words]) => wordsOf(words));
  return compiled.flatMap(({ pattern, instead, only }) => {
    if (only && !only.some((one) => file === one || file.startsWith(`${one}/`))) return [];
    const matches = [...text.matchAll(pattern)].filter(
      ([found]) => !allowed.some((word) => found.toLowerCase().startsWith(word)),
    );
    return matches.map((match) => {
      const before = text.slice(0, match.index);
      return {
        line: before.split("\n").length,
        column: match.index - before.lastIndexOf("\n"),
        found: match[0].replace(/\s+/g, " "),
        instead,
      };
    });
  });
}

function wordsOf(text = ""): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/**
 * Matches what is between two words: spaces, or a line break and the beginning of the next comment
 * line.
 */
const gap = String.raw`(?:[^\S\n]+|\s*\n\s*(?:(?://|\*|#|>|--)\s*)?)`;
/** A phrase can't start inside a word or in a path such as `./call-backs.ts`. */
const start = String.raw`(?<![\p{L}\d_/-])`;
const end = String.raw`(?![\p{L}_]|[\w-]*\.(?:tsx?|css|md|json)\b)`;

const compiled = phrases.map(({ phrase, ...rest }) => ({
  ...rest,
  pattern: new RegExp(
    start + phrase.replaceAll("*", String.raw`[\p{L}\d]*`).replaceAll(" ", gap) + end,
    "giu",
  ),
}));
