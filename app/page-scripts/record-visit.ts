// Records the visitor's attribution in a separate script that doesn't delay the first paint.
import { recordVisit } from "#app/attribution.ts";

recordVisit();
