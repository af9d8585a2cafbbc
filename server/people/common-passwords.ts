// Rejects common passwords: estimates how many guesses an attacker with lists of known passwords,
// keyboard patterns, dates and sequences would need.
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { contextWords } from "./context-words.ts";

/**
 * The base-10 logarithm of the guesses. Leaked hashes allow a billion guesses a second, and most
 * passwords that people make up need fewer than that.
 */
const minGuessesLog10 = 9;
/**
 * Only this many characters are checked: the estimate takes quadratic time, and a longer password
 * is strong because of its length.
 */
const maxCheckedLength = 64;

let loaded: Promise<ZxcvbnFactory> | undefined;

/**
 * Checks whether a password is common. `about` is text that is easy to guess for this account: its
 * email address, its person's names, its practice's name.
 */
export async function isCommonPassword(password: string, about: string[] = []): Promise<boolean> {
  loaded ??= loadEstimator();
  const estimator = await loaded;
  const easy = [...about, ...contextWords].flatMap(easyParts);
  const { guessesLog10 } = estimator.check(password.slice(0, maxCheckedLength), easy);
  return guessesLog10 < minGuessesLog10;
}

/** Each part of a name or an address is as easy to guess as the whole, with or without its spaces. */
function easyParts(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  return [text, parts.join(""), ...parts];
}

/** The word lists take 28 MB, so they are loaded with the first new password, not at startup. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
