// The colors that the owner chooses. `npm run setup` generates colors.json from one color, so that
// text is readable both in these colors and on them. Style sheets use them as --accent, --band, …:
// see app/tokens.css.
import type { Colors } from "#contract/content.ts";
import json from "./colors.json" with { type: "json" };

export const colors: Colors = json;
