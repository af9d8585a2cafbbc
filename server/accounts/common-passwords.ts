// Rejects common passwords: estimates how many guesses an attacker with lists of known passwords,
// keyboard patterns, dates and sequences would need.
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * Log10. A billion guesses take a second on leaked hashes, and most passwords that people make up
 * need fewer.
 */
const minGuessesLog10 = 9;
/** The estimate is quadratic in the length, and a longer password is strong by its length. */
const maxCheckedLength = 64;

let loaded: Promise<ZxcvbnFactory> | undefined;

/**
 * `about`: text that is easy to guess for this account, such as its address and its person's names.
 */
export async function isCommonPassword(password: string, about: string[] = []): Promise<boolean> {
  loaded ??= loadEstimator();
  const estimator = await loaded;
  // Each part of an address is as easy to guess as the whole.
  const own = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const { guessesLog10 } = estimator.check(password.slice(0, maxCheckedLength), own);
  return guessesLog10 < minGuessesLog10;
}

/** The word lists take 28 MB, so they are loaded with the first new password, not at startup. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
