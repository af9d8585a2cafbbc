// The owner's own text about themselves, with its type. To change the text, edit story.json.
import type { Story } from "#contract/content.ts";
import json from "./story.json" with { type: "json" };

export const story = json as Story;
