import type { Page } from "playwright-core";

export type Shot = {
  name: string;
  path: string;
  as?: "desk" | "owner";
  /** What lies over the page stands on the screen, not on the whole of a long page. */
  isScreenOnly?: boolean;
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>;
};
