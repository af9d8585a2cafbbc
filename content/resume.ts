// The résumé, with its type: resume.json is what to edit.
import type { Resume } from "#contract/content.ts";
import json from "./resume.json" with { type: "json" };

export const resume: Resume = json;
