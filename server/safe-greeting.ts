/**
 * The name as it may stand in what is sent to the address beside it. Anybody can type anybody's
 * address, so what is no plain name (a web address, a sentence, digits) is left out: nobody uses us
 * to tell strangers something.
 */
export function safeGreetingName(typed: string): string | null {
  const isName = /^[\p{L}\p{M}]+(?:(?:\. |[ '’-]|, )[\p{L}\p{M}]+)*\.?$/u;
  return typed.length <= longest && isName.test(typed) ? typed.normalize("NFC") : null;
}

const longest = 60;
