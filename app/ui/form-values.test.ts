import { expect, test } from "vitest";
import { fieldMessages } from "#content/messages.ts";
import { PersonalMessage } from "#contract/contact-requests.ts";
import { uuid } from "#contract/fields.ts";
import { fieldSentences } from "./form-values.ts";
import { makeId } from "./make-id.ts";

function refusalsOf(typed: object): Record<string, string> {
  const checked = PersonalMessage.safeParse({ page: "Personal", ...typed });
  return checked.success ? {} : fieldSentences(checked.error, fieldMessages);
}

test("each empty required field gets its error message", () => {
  const empty = { fullName: " ", email: "", phone: "", message: "" };
  expect(refusalsOf(empty)).toEqual({
    fullName: fieldMessages.required,
    email: fieldMessages.required,
    phone: fieldMessages.required,
    message: fieldMessages.required,
  });
});

test("an email address without a top-level domain is rejected", () => {
  const typed = { fullName: "Ana", email: "ana@example", phone: "813", message: "Hello" };
  expect(refusalsOf(typed)).toEqual({ email: fieldMessages.not_an_email });
});

test("each submission gets its own UUID, which the contract accepts", () => {
  const ids = Array.from({ length: 50 }, makeId);
  for (const id of ids) expect(uuid.safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(50);
});
