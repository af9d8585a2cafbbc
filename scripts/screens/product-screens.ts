// The screens of the lead desk that a case study shows.
import type { ProductScreen } from "#contract/case-studies.ts";
import { deskShots } from "./desk.ts";
import type { Shot } from "./shot.ts";

const calling = deskShots.find(({ name }) => name === "lms-dashboard-calling");
if (!calling) throw new Error("There is no shot of a call");

export const screenShots: Record<ProductScreen, Pick<Shot, "path" | "act">> = {
  call: calling,
  lead: {
    path: "/lms/dashboard",
    async act(page) {
      const row = page.locator("[data-lead]").nth(3);
      await row.waitFor();
      await row.locator("a[href*='/lms/lead']").first().click();
      await page.waitForURL(/lead/);
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
  },
  figures: {
    path: "/lms/figures",
    act: (page) => page.getByRole("table").first().waitFor(),
  },
};
