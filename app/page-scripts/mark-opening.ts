// This script is the first child of the marketing frame, so it runs before anything in the frame is
// painted.
import { markOpening } from "#app/marketing/opening.ts";

const frame = document.currentScript?.parentElement;
if (frame) markOpening(frame);
