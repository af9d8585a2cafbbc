import type { Page } from "playwright-core";

export type Shot = {
  name: string;
  path: string;
  /** The page in the picture, as `app/routes.ts` declares it, if `act` opens another page. */
  page?: string;
  /**
   * Who is logged in. `new`: a practice that has never had a lead. `locked`: a shared device of the
   * desk's manager.
   */
  as?: "desk" | "new" | "owner" | "helper" | "locked";
  /** Captures only the visible part of the page, for dialogs and drawers. */
  isScreenOnly?: boolean;
  /** The actions of a person before the picture is taken. */
  act?: (page: Page, about: ShotTools) => Promise<void>;
};

export type ShotTools = {
  /** Returns the text of the newest email to this address, as it was sent. */
  mailTo: (address: string) => Promise<string>;
};
