// Records the visitor's attribution. A separate script, so that it doesn't delay the first paint.
import { recordVisit } from "#app/attribution.ts";

recordVisit();
