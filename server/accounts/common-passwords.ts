// Which passwords many people would think of: told by how many guesses an attacker with lists of
// known passwords, keyboards, dates and runs would need.
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Log10: a billion guesses is a second's work on leaked hashes, and what people make up ends below it. */
const fewestGuesses = 9;
/** The estimate's time grows with the square of the length; what is longer is strong by its length. */
const mostJudged = 64;

let loaded: Promise<ZxcvbnFactory> | undefined;

/** `about`: what belongs to the account anyway, such as its address and its person's names. */
export async function isCommonPassword(password: string, about: string[] = []): Promise<boolean> {
  loaded ??= loadJudge();
  const judge = await loaded;
  // Of an address each part is as easily thought of as the whole.
  const own = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const { guessesLog10 } = judge.check(password.slice(0, mostJudged), own);
  return guessesLog10 < fewestGuesses;
}

/** Its lists take 28 MB: they are read when a first password is chosen, not at the start. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
