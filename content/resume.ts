// The résumé with its type. To change the résumé, edit resume.json.
import type { Resume } from "#contract/content.ts";
import json from "./resume.json" with { type: "json" };

export const resume: Resume = json;
