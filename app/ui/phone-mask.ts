// The input mask (###) ###-####. It formats the value after each input and keeps the caret behind
// the same digit.
import type { FormEvent } from "react";
import { formatUsPhone } from "#contract/phone.ts";

const mostDigits = 10;

export type Masked = { value: string; caret: number };

/**
 * Formats a number. `before`: the previous value. If a character of the mask is deleted, the digit
 * before it is deleted too, because otherwise Backspace couldn't get past the mask.
 */
export function maskPhone(typed: Masked, before: string): Masked {
  let digits = digitsOf(typed.value);
  let left = digitsOf(typed.value.slice(0, typed.caret)).length;
  const isDeleting = typed.value.length < before.length;
  if (isDeleting && digits === digitsOf(before) && left > 0) {
    digits = digits.slice(0, left - 1) + digits.slice(left);
    left -= 1;
  }
  // A leading 1 is the country code, because no area code starts with 1.
  if (digits.startsWith("1")) {
    digits = digits.slice(1);
    left = Math.max(0, left - 1);
  }
  const value = formatUsPhone(digits.slice(0, mostDigits));
  return { value, caret: caretAfter(value, left) };
}

/**
 * Formats a field's value; for use as its `onInput` handler. The previous value is stored in the
 * element's dataset.
 */
export function maskInput({ currentTarget }: FormEvent<HTMLInputElement>) {
  const { value, selectionStart, dataset } = currentTarget;
  const masked = maskPhone({ value, caret: selectionStart ?? value.length }, dataset.before ?? "");
  dataset.before = masked.value;
  // A selection stays as it is.
  if (masked.value === value) return;
  currentTarget.value = masked.value;
  currentTarget.setSelectionRange(masked.caret, masked.caret);
}

/**
 * Formats the value of a field that accepts any text. It formats only what may become a US number,
 * because the mask would cut off anything else: a country code, an extension, a word.
 */
export function formatInput(event: FormEvent<HTMLInputElement>) {
  const { value } = event.currentTarget;
  const isNumber = /^[\d\s().-]*$/.test(value) && digitsOf(value).length <= mostDigits;
  // A leading 1 is the country code, which the mask would remove.
  if (isNumber && !digitsOf(value).startsWith("1")) maskInput(event);
  else event.currentTarget.dataset.before = value;
}

function caretAfter(value: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (const [index, sign] of [...value].entries()) {
    if (/\d/.test(sign)) seen += 1;
    if (seen === digits) return index + 1;
  }
  return value.length;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
