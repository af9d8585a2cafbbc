// Records the visitor's attribution in a separate script, outside the first paint.
import { recordVisit } from "#app/attribution.ts";

recordVisit();
