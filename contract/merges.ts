// Two leads that are the same person: suggestions, merging the leads, and undoing a merge.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";
import { leadFieldNames } from "./lead-fields.ts";
import { LeadAnswer } from "./leads.ts";

/** How many days a merge can be undone. */
export const undoMergeDays = 30;

/**
 * Why two leads may be the same person, strongest first. `earlier_…`: an inquiry of one had the
 * other's number or email. `name_and_…`: the same name, and a number with one digit changed or two
 * swapped, an email with the same user name or a typo, the same street, or the same ZIP.
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

/** Another lead that may be the same person, with the reasons. */
export const Suggestion = z.object({ ...person, reasons: z.array(DuplicateReason) });
export type Suggestion = z.infer<typeof Suggestion>;

/** A merge into this lead that can still be undone, with the person's data from the merged lead. */
export const OpenMerge = z.object({ ...person, at: instant, until: instant });
export type OpenMerge = z.infer<typeof OpenMerge>;

/** The fields to choose from if the two leads differ. `name` is the first and last name. */
export const mergedFields = ["name", "phone", "email", "language", ...leadFieldNames] as const;
export type MergedField = (typeof mergedFields)[number];

const side = z.enum(["this", "other"]);

/**
 * `POST /api/leads/{id}/merges`: `keep` says whose value to keep in each field that differs. By
 * default, it's the survivor's value or, if the survivor has none, the other lead's. The survivor
 * is the lead whose newest clock started last.
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

/**
 * `POST /api/leads/{id}/splits`: this inquiry, and others with the same name, belong to a different
 * person.
 */
export const SplitRequest = z.object({ inquiryId: uuid });

/** The response contains the new lead. */
export const SplitAnswer = LeadAnswer;

/** The response contains the survivor. */
export const MergeAnswer = LeadAnswer;

/** The values of the survivor's columns before and after a merge. */
export type MergeUndo = { before: Record<string, unknown>; after: Record<string, unknown> };
