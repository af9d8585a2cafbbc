// Durations on the public pages.
import { placeholders } from "#contract/placeholders.ts";

/** The splash's length in milliseconds: a placeholder that the server replaces (`SPLASH_MS`). */
export const splashMs = placeholders.splashMs;

/** In the work section, the shown entry fades out for this long, then the selected one fades in. */
export const workFadeMs = 400;
