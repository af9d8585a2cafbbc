// The same person twice: suggestions, merging two leads, and undoing it.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";
import { leadFieldNames } from "./lead-fields.ts";
import { LeadAnswer } from "./leads.ts";

/** How long a merge can be undone. */
export const undoMergeDays = 30;

/**
 * Why two leads may be the same person, the strongest first. `earlier_…`: an inquiry of one of them
 * came with the other's number or address. `name_and_…`: the same first and last name, and besides
 * it a number that differs in one digit or in two that are swapped, an address with the same name
 * before the @ or with a typo, the same street, the same ZIP code.
 */
export const duplicateReasons = [
  "phone",
  "email",
  "earlier_phone",
  "earlier_email",
  "name_and_phone",
  "name_and_email",
  "name_and_street",
  "name_and_zip",
] as const;
export const DuplicateReason = z.enum(duplicateReasons);
export type DuplicateReason = z.infer<typeof DuplicateReason>;

const person = {
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
};

/** Another lead that may be the same person, and why. */
export const Suggestion = z.object({ ...person, reasons: z.array(DuplicateReason) });
export type Suggestion = z.infer<typeof Suggestion>;

/** A merge into this lead that can still be undone; the person as that lead knew them. */
export const OpenMerge = z.object({ ...person, at: instant, until: instant });
export type OpenMerge = z.infer<typeof OpenMerge>;

/** The choices when the two differ; `name` is first and last name. */
export const mergedFields = ["name", "phone", "email", "language", ...leadFieldNames] as const;
export type MergedField = (typeof mergedFields)[number];

const side = z.enum(["this", "other"]);

/**
 * `POST /api/leads/{id}/merges`. Where they differ, `keep` says whose
 * value is kept; without it the survivor's, or the other's if the survivor has none. The survivor is
 * the one whose newest clock started last.
 */
export const MergeRequest = z.object({
  otherId: uuid,
  keep: z
    .object(
      Object.fromEntries(mergedFields.map((name) => [name, side.optional()])) as {
        [name in MergedField]: z.ZodOptional<typeof side>;
      },
    )
    .default({}),
});
export type MergeRequest = z.infer<typeof MergeRequest>;

/** `POST /api/leads/{id}/splits`: the inquiry is another person's, with those of the same name. */
export const SplitRequest = z.object({ inquiryId: uuid });

/** The new lead. */
export const SplitAnswer = LeadAnswer;

/** The survivor. */
export const MergeAnswer = LeadAnswer;

/** The survivor's columns before and after a merge. */
export type MergeUndo = { before: Record<string, unknown>; after: Record<string, unknown> };
