// Which practice a campaign in an agency-wide report belongs to.
import { expect, test } from "vitest";
import { assignCampaigns, type KnownAnywhere } from "./assign-campaigns.ts";

const shown: Omit<KnownAnywhere, "deletedAt">[] = [
  { clientId: "harbor", id: "1", name: "Implants", platformCampaignId: "901" },
  { clientId: "harbor", id: "2", name: "Whitening", platformCampaignId: null },
  { clientId: "bayshore", id: "3", name: "Whitening", platformCampaignId: "903" },
  { clientId: "bayshore", id: "4", name: "Aligners", platformCampaignId: null },
  { clientId: "osprey", id: "5", name: "Spring", platformCampaignId: "905" },
  { clientId: "pelican", id: "6", name: "Summer", platformCampaignId: "905" },
];
const deleted: typeof shown = [
  { clientId: "heron", id: "7", name: "Aligners", platformCampaignId: "901" },
  { clientId: "heron", id: "8", name: "Bridges", platformCampaignId: "908" },
];
const known: KnownAnywhere[] = [
  ...shown.map((one) => ({ ...one, deletedAt: null })),
  ...deleted.map((one) => ({ ...one, deletedAt: new Date(0) })),
];

test.each<[string, string | null, string, string]>([
  ["a known id and another campaign's name", "901", "Whitening", "harbor"],
  ["a known name and no id", null, "Aligners", "bayshore"],
  ["a known name and a new id", "777", "Aligners", "bayshore"],
  ["a name that belongs to a different id", "777", "Implants", "unknown"],
  ["a name in lowercase", null, "aligners", "unknown"],
  ["a name that two practices have", null, "Whitening", "several"],
  ["a name that two practices have, one of them with a different id", "777", "Whitening", "harbor"],
  ["an id that two practices have", "905", "Spring", "several"],
  ["an unknown id and an unknown name", "777", "Veneers", "unknown"],
  ["a deleted campaign's id", "908", "Bridges", "heron"],
  ["a deleted campaign's name", null, "Bridges", "heron"],
  ["a deleted campaign's id and another practice's name", "908", "Aligners", "several"],
])("which practice gets a campaign with %s", (_, platformCampaignId, name, expected) => {
  const campaign = { name, platformCampaignId, state: null, line: 2, days: new Map() };
  const { practices, unassigned } = assignCampaigns([campaign], known);
  expect([...practices.keys(), ...unassigned.map(({ problem }) => problem)]).toEqual([expected]);
});
