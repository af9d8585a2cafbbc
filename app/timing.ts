// How long things take on the public pages.
import { placeholders } from "#contract/placeholders.ts";

/** The opening, in milliseconds: filled in by the running process (`SPLASH_MS`). */
export const splashMs = placeholders.splashMs;
