// Formats percentages. For small numbers, none are shown.
import { minForPercentages } from "#contract/figures.ts";

export { numberText, shareText } from "#contract/shares.ts";

export const isFew = (total: number) => total < minForPercentages;
