import type { Page } from "playwright-core";

export type Shot = {
  name: string;
  path: string;
  /** `locked`: a shared device of the desk's manager. */
  as?: "desk" | "owner" | "locked";
  /** Of the visible screen, not the whole page: for dialogs and drawers. */
  isScreenOnly?: boolean;
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>;
};
