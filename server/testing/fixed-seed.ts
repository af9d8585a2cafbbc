// Property tests use the same cases in every run of `npm test`, so a result depends on the change
// and not on chance. `npm run test:long` uses new cases each time.
import fc from "fast-check";
import { inject } from "vitest";

if (!inject("isLong")) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_309 });
