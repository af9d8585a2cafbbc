// Durations on the public pages.
import { placeholders } from "#contract/placeholders.ts";

/** The splash's length in milliseconds: a placeholder that the server replaces (`SPLASH_MS`). */
export const splashMs = placeholders.splashMs;

/** The work section: the shown entry fades out in this time, then the chosen one fades in. */
export const workFadeMs = 400;
