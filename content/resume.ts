// The résumé with its type. Edit resume.json to change it.
import type { Resume } from "#contract/content.ts";
import json from "./resume.json" with { type: "json" };

export const resume: Resume = json;
