// The choices for the queue's filters.
import { z } from "zod";
import { uuid } from "./fields.ts";

const choices = z.array(z.object({ _id: uuid, name: z.string() }));

/**
 * `GET /api/leads/filters`: returns the possible values of the queue's filters `campaign` and
 * `source`.
 */
export const FilterChoices = z.object({ campaigns: choices, sources: choices });
export type FilterChoices = z.infer<typeof FilterChoices>;
