// The owner's templates for replies to contact requests.
import { z } from "zod";
import { contactRequestKinds } from "./contact-request-work.ts";
import { requiredLine, requiredWords } from "./fields.ts";
import { Language } from "./languages.ts";

export const replyTemplateLimits = { templates: 20, name: 60, text: 3000 } as const;

/** The merge fields of a reply template. */
export const replyFields = ["firstName", "package", "callTime", "phone", "link", "owner"] as const;

const field = /(?<!\{)\{\{ *(\w+) *\}\}|\{% *(?:if +(\w+)|(endif)) *%\}/g;

/** Checks that a text has merge fields only as `{{ field }}` and `{% if field %}…{% endif %}`. */
function canBeFilled(text: string): boolean {
  let open = 0;
  for (const [, shown, asked, end] of text.matchAll(field)) {
    const name = shown ?? asked;
    if (name !== undefined && !replyFields.some((one) => one === name)) return false;
    if (asked) open += 1;
    if (end) open -= 1;
    if (open < 0) return false;
  }
  return open === 0 && !/\{[{%]|[%}]\}/.test(text.replaceAll(field, " "));
}

export const ReplyTemplate = z.object({
  name: requiredLine(replyTemplateLimits.name),
  /** The language of the requests for which it's offered. */
  language: Language,
  /** The kinds of those requests. */
  kinds: z
    .array(z.enum(contactRequestKinds))
    .min(1, "required")
    .max(contactRequestKinds.length, "too_long"),
  /** Whether it attaches the calendar file. Then it's offered only if a call's time is set. */
  hasInvite: z.boolean(),
  text: requiredWords(replyTemplateLimits.text).refine(canBeFilled, "merge_field"),
});
export type ReplyTemplate = z.infer<typeof ReplyTemplate>;
