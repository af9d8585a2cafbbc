// Where a visitor came from is noted beside the page, not in it: it has no part in the first paint.
import { recordVisit } from "#app/attribution.ts";

recordVisit();
