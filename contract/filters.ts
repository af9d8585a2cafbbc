// What the queue can be filtered by.
import { z } from "zod";
import { uuid } from "./fields.ts";

const choices = z.array(z.object({ _id: uuid, name: z.string() }));

/** `GET /api/leads/filters`: the values that `campaign` and `source` of the queue can have. */
export const FilterChoices = z.object({ campaigns: choices, sources: choices });
export type FilterChoices = z.infer<typeof FilterChoices>;
