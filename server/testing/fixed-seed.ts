// Property tests try the same cases in every run of `npm test`, so that a run says something about
// the change and not about chance. `npm run test:long` tries new ones each time.
import fc from "fast-check";
import { inject } from "vitest";

if (!inject("isLong")) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_309 });
