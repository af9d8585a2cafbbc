// Durations on the public pages.
import { placeholders } from "#contract/placeholders.ts";

/** The splash in milliseconds: a placeholder that the server replaces (`SPLASH_MS`). */
export const splashMs = placeholders.splashMs;

/** The fade-out of a job's entry before the next one fades in. */
export const workFadeMs = 400;
