// How long things take on the public pages.
import { placeholders } from "#contract/placeholders.ts";

/** The opening, in milliseconds: filled in by the running process (`SPLASH_MS`). */
export const splashMs = placeholders.splashMs;

/** A job's entry leaves in this time before the chosen one comes. */
export const workFadeMs = 400;
