import type { Page } from "playwright-core";

export type Shot = {
  name: string;
  path: string;
  /** The page in the picture, if `act` opens another one, as `app/routes.ts` declares it. */
  page?: string;
  /** `new`: a practice that has had no lead. `locked`: a shared device of the desk's manager. */
  as?: "desk" | "new" | "owner" | "helper" | "locked";
  /** Shows the visible screen, not the whole page: for dialogs and drawers. */
  isScreenOnly?: boolean;
  /** What a person does before the picture is taken. */
  act?: (page: Page, about: ShotTools) => Promise<void>;
};

export type ShotTools = {
  /** The text of the newest email to this address, as it was sent. */
  mailTo: (address: string) => Promise<string>;
};
