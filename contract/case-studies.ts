// The schema of content/case-studies.json, checked at build time.
import { z } from "zod";

const text = z.string().trim().min(1, "must not be empty");
const paragraphs = z.array(text).min(1, "must have a paragraph");
const point = z.strictObject({ name: text, says: text });
const points = z.array(point).min(1, "must have an entry");

/** Who sends what to whom, from first to last. Names longer than this don't fit on a phone. */
const party = text.max(10, "must have at most 10 characters");
const message = z.strictObject({ from: text, to: text, says: text });
const Sequence = z
  .strictObject({
    title: text,
    parties: z.array(party).min(2, "must have two parties").max(5, "must have at most 5 parties"),
    steps: z.array(message).min(2, "must have two steps"),
  })
  .refine(
    ({ parties, steps }) =>
      steps.every(({ from, to }) => from !== to && parties.includes(from) && parties.includes(to)),
    "must have steps between two of its parties",
  );

/** The screens of which there are pictures. */
export const productScreens = ["lead", "figures", "call"] as const;
export type ProductScreen = (typeof productScreens)[number];

const CaseStudy = z.strictObject({
  /** The project's name in the résumé. The URL of the page is derived from it. */
  project: text,
  title: text,
  /** The description for search engines and link previews, which truncate longer texts. */
  description: text.max(160, "must have at most 160 characters"),
  /** The day when the case study was published. */
  date: z.iso.date("must be a date like 2026-03-31"),
  /** Where the project's code is, if it is public. */
  repository: z.url({ protocol: /^https?$/, error: "must be a web address" }).optional(),
  lead: text,
  problem: paragraphs,
  constraints: z.array(text).min(1, "must have an entry"),
  /** A diagram of how the project works, step by step. */
  diagram: z.strictObject({ title: text, steps: z.array(point).min(2, "must have two steps") }),
  /** One path through the code, as a sequence diagram. */
  sequence: Sequence.optional(),
  /** Pictures of the running product, which ship with the site (`npm run shots -- flagship`). */
  screens: z
    .strictObject({
      title: text,
      list: z.array(z.strictObject({ screen: z.enum(productScreens), alt: text, says: text })),
    })
    .optional(),
  /** The rules that took the most thought, with a timeline drawn to scale. */
  rules: z
    .strictObject({
      title: text,
      says: paragraphs,
      span: z
        .strictObject({
          minutes: z.number().positive(),
          marks: z.array(z.strictObject({ at: z.number().min(0), name: text, says: text })),
        })
        .optional(),
      /** Whether to show a clock that readers can start and stop, before or after ten minutes. */
      hasClock: z.boolean().optional(),
      points: points.optional(),
    })
    .optional(),
  /** One hard decision and the arguments against it. */
  decision: z.strictObject({ title: text, says: paragraphs }),
  numbers: z.strictObject({
    facts: z.array(z.strictObject({ value: text, says: text })).min(1, "must have a number"),
    /** How the numbers were measured. */
    measured: text,
  }),
  /** What would come next. */
  next: z.array(text).min(1, "must have an entry"),
});
export type CaseStudy = z.infer<typeof CaseStudy>;

export const CaseStudies = z.array(CaseStudy);
