// The colors that are the owner's choice. `npm run setup` makes colors.json from one color, so that text
// in them, and on them, can be read. Styles have them as --accent, --band, …: app/tokens.css.
import type { Colors } from "#contract/content.ts";
import json from "./colors.json" with { type: "json" };

export const colors: Colors = json;
