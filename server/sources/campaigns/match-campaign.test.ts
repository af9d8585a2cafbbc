// The campaign that an attribution refers to.
import { expect, test } from "vitest";
import type { Attribution } from "#contract/inquiries.ts";
import { matchCampaign, type OwnCampaign } from "./match-campaign.ts";

const ended = new Date("2026-01-01T00:00:00Z");
const campaigns: OwnCampaign[] = [
  {
    id: "new",
    name: "Implants - Tampa",
    platform: "meta",
    platformCampaignId: null,
    endedAt: null,
  },
  {
    id: "google",
    name: "Implants Tampa",
    platform: "google",
    platformCampaignId: "2048",
    endedAt: null,
  },
  { id: "old", name: "Spring", platform: "google", platformCampaignId: null, endedAt: ended },
  { id: "spring", name: "spring", platform: "web", platformCampaignId: null, endedAt: null },
  { id: "meta", name: "Aligners", platform: "meta", platformCampaignId: null, endedAt: null },
];
const none: Attribution = {
  ...{ source: "", medium: "", campaign: "", term: "", content: "", clickId: null },
};
const click = (name: "gclid" | "fbclid") => ({ clickId: { name, value: "x" } });

test.each<[string, Partial<Attribution>, string | null]>([
  ["the platform's id", { campaign: "2048" }, "google"],
  ["a name", { campaign: "Aligners" }, "meta"],
  ["a name with other punctuation", { campaign: "implants_tampa" }, "new"],
  [
    "a name that two campaigns have, and a click on Google",
    { campaign: "implants tampa", ...click("gclid") },
    "google",
  ],
  [
    "a name that two campaigns have, and a paid source",
    { campaign: "implants tampa", source: "google", medium: "cpc" },
    "google",
  ],
  ["a name that two campaigns have, one of which hasn't ended", { campaign: "Spring" }, "spring"],
  ["a name that no campaign has", { campaign: "Whitening", ...click("gclid") }, null],
  ["a click alone, with one running campaign", click("gclid"), "google"],
  ["a click alone, with two running campaigns", { ...click("fbclid"), medium: "paid" }, null],
  ["Facebook's click ID without an ad", click("fbclid"), null],
  ["a source without a paid medium", { source: "google", medium: "organic" }, null],
  ["nothing", {}, null],
])("the campaign of an attribution: %s", (_, said, id) => {
  expect(matchCampaign({ ...none, ...said }, campaigns)).toBe(id);
});
