// Formats percentages, which aren't shown for small numbers.
import { minForPercentages } from "#contract/figures.ts";

export { numberText, shareText } from "#contract/shares.ts";

export const isFew = (total: number) => total < minForPercentages;
