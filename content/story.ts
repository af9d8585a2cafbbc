// What the owner says in their own words, with its type. To change it, edit story.json.
import type { Story } from "#contract/content.ts";
import json from "./story.json" with { type: "json" };

export const story = json as Story;
