// The colors that the owner chooses. `npm run setup` generates colors.json from one color, so that
// text in these colors, or on them, is readable. Style sheets use them as --accent, --band, …:
// app/tokens.css.
import type { Colors } from "#contract/content.ts";
import json from "./colors.json" with { type: "json" };

export const colors: Colors = json;
