// The owner's own text about themselves, with its type. Edit story.json to change it.
import type { Story } from "#contract/content.ts";
import json from "./story.json" with { type: "json" };

export const story = json as Story;
