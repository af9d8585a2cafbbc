// The marketing frame's first child: it runs before anything of the frame is painted.
import { markOpening } from "#app/marketing/opening.ts";

const frame = document.currentScript?.parentElement;
if (frame) markOpening(frame);
