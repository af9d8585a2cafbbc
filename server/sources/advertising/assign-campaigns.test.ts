// Which practice a campaign in an agency-wide report belongs to.
import { expect, test } from "vitest";
import { assignCampaigns, type KnownAnywhere } from "./assign-campaigns.ts";

const known: KnownAnywhere[] = [
  { clientId: "harbor", id: "1", name: "Implants", platformCampaignId: "901" },
  { clientId: "harbor", id: "2", name: "Whitening", platformCampaignId: null },
  { clientId: "bayshore", id: "3", name: "Whitening", platformCampaignId: "903" },
  { clientId: "bayshore", id: "4", name: "Aligners", platformCampaignId: null },
  { clientId: "osprey", id: "5", name: "Spring", platformCampaignId: "905" },
  { clientId: "pelican", id: "6", name: "Summer", platformCampaignId: "905" },
];

test.each<[string, string | null, string, string]>([
  ["its id, whatever its name", "901", "Whitening", "harbor"],
  ["its exact name", null, "Aligners", "bayshore"],
  ["its exact name, and a new id", "777", "Aligners", "bayshore"],
  ["a name that another id has", "777", "Implants", "unknown"],
  ["a name in other letters", null, "aligners", "unknown"],
  ["a name of two practices", null, "Whitening", "several"],
  ["a name of two practices, of which one has another id", "777", "Whitening", "harbor"],
  ["an id of two practices", "905", "Spring", "several"],
  ["nothing known", "777", "Veneers", "unknown"],
])("%s", (_, platformCampaignId, name, expected) => {
  const campaign = { name, platformCampaignId, state: null, line: 2, days: new Map() };
  const { practices, unassigned } = assignCampaigns([campaign], known);
  expect([...practices.keys(), ...unassigned.map(({ problem }) => problem)]).toEqual([expected]);
});
