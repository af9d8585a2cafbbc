import type { Page } from "playwright-core";

export type Shot = {
  name: string;
  path: string;
  as?: "desk" | "owner";
  /** Of the visible screen, not the whole page: for dialogs and drawers. */
  isScreenOnly?: boolean;
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>;
};
