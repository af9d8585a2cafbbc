import { browserslistToTargets } from "lightningcss";

/** The oldest browsers that the styles support. All of them know `light-dark()`. */
const versions = { chrome: "123", edge: "123", firefox: "120", safari: "17.5" };

/** The targets for Vite. */
export const cssTarget = Object.entries(versions).map(([name, version]) => name + version);

/** The targets for Lightning CSS. */
export const targets = browserslistToTargets(
  Object.entries(versions).map(([name, version]) => `${name} ${version}`),
);
