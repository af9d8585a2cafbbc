// Durations on the public pages.
import { placeholders } from "#contract/placeholders.ts";

/**
 * How long the splash is shown, in milliseconds. It is a placeholder that the server replaces
 * (`SPLASH_MS`).
 */
export const splashMs = placeholders.splashMs;

/**
 * In the section about jobs, the current entry fades out for this long; then the selected one fades
 * in.
 */
export const workFadeMs = 400;
