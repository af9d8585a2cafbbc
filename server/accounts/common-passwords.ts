// Passwords that many people use, by how they are made rather than by a list: a well-known word
// with digits around it, a run along the keyboard, one thing said over and over.

const words =
  `password passwort passwords passw pass word welcome letmein iloveyou ilove iloveu love you qwerty qwertz
azerty admin administrator login master monkey dragon football baseball basketball soccer hockey
golf superman batman spiderman starwars trustno princess sunshine shadow michael jennifer jessica
ashley daniel jordan thomas robert matthew charlie andrew joshua hunter buster killer summer winter
spring autumn flower computer internet secret changeme default guest test testing tester user root
money freedom whatever nothing hello hellokitty kitty pokemon nintendo minecraft google facebook
instagram youtube samsung apple android microsoft windows cheese chocolate cookie banana orange
purple yellow silver golden diamond tigger ginger pepper maggie bailey harley mustang corvette
ferrari porsche mercedes yankees cowboys steelers lakers arsenal liverpool chelsea barcelona america
florida tampa january february march april june july august september october november december
monday friday sunday lovely babygirl babyboy angel jesus christ blessed family mother father sister
brother forever friend friends single sexy fuck fuckyou asshole bitch access system server temp
temporary office company dental dentist doctor clinic smile gulfside abc abcd abcde abcdef asd asdf asdfgh zxc zxcv zxcvbn qwe qaz
wsx`
    .split(/\s+/)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length);

// Rows of the keyboard, its columns as they are typed downwards, the alphabet and the digits.
const runs = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "!@#$%^&*()",
].flatMap((run) => [run, [...run].reverse().join("")]);
const shortestRun = 3;
const mostStray = { letters: 2, others: 6 } as const;
const fewestCharacters = 5;
/** Shorter ones made of digits alone are dates and phone numbers. */
const fewestDigits = 16;

/** `about`: what belongs to the account anyway, such as its address and its person's names. */
export function isCommonPassword(password: string, about: string[] = []): boolean {
  const typed = password.toLowerCase();
  if (new Set(typed).size < fewestCharacters) return true;
  if (/^\d+$/.test(typed) && typed.length < fewestDigits) return true;
  if (isOneThingRepeated(typed)) return true;
  const own = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u)).filter(isLong);
  return [typed, withoutDisguise(typed)].some((text) => isMadeOf(text, [...own, ...words]));
}

/** `p@ssw0rd1!` is `password`: what stands around the letters disguises nothing. */
function withoutDisguise(typed: string): string {
  const text = typed.replace(/^\P{L}+/u, "").replace(/\P{L}+$/u, "");
  const plain: Record<string, string> = { "@": "a", "4": "a", "3": "e", "1": "i", "!": "i" };
  const more: Record<string, string> = { "0": "o", $: "s", "5": "s", "7": "t" };
  return [...text].map((letter) => plain[letter] ?? more[letter] ?? letter).join("");
}

/** Nothing but known words and runs, with a stray letter or two and a few digits or signs. */
function isMadeOf(text: string, known: string[]): boolean {
  let rest = text;
  let letters = 0;
  let others = 0;
  while (rest !== "") {
    const length = Math.max(wordAt(rest, known), runAt(rest));
    if (length === 0 && /^\p{L}/u.test(rest)) letters += 1;
    else if (length === 0) others += 1;
    if (letters > mostStray.letters || others > mostStray.others) return false;
    rest = rest.slice(length || 1);
  }
  return true;
}

function wordAt(text: string, known: string[]): number {
  return Math.max(0, ...known.filter((word) => text.startsWith(word)).map((word) => word.length));
}

function runAt(text: string): number {
  let length = 0;
  while (length < text.length && runs.some((run) => run.includes(text.slice(0, length + 1)))) {
    length += 1;
  }
  return length >= shortestRun ? length : 0;
}

function isOneThingRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const piece = text.slice(0, length);
    if (text === piece.repeat(Math.ceil(text.length / length)).slice(0, text.length)) return true;
  }
  return false;
}

function isLong(word: string): boolean {
  return word.length >= shortestRun;
}
