// Finds the ad that a submission came from, in parameters that the form passes on.
import { expect, test } from "vitest";
import { attributionIn } from "./attribution.ts";
import { fieldsOf, nested } from "./fields.ts";

const none = { source: "", medium: "", campaign: "", term: "", content: "", clickId: null };

test.each<[string, object, object | null]>([
  [
    "hidden fields",
    {
      utm_source: "google",
      utm_medium: "cpc",
      utm_campaign: "implants",
      utm_term: "dentist",
      utm_content: "a1",
      gclid: "Cj0K",
    },
    {
      ...{ source: "google", medium: "cpc", campaign: "implants", term: "dentist", content: "a1" },
      clickId: { name: "gclid", value: "Cj0K" },
    },
  ],
  [
    "names in other notations",
    { "UTM Source": "fb", utmCampaign: "spring" },
    { ...none, source: "fb", campaign: "spring" },
  ],
  [
    "names in brackets",
    nested({ "form_fields[utm_source]": "bing" }) as object,
    { ...none, source: "bing" },
  ],
  [
    "a page's URL",
    { page_url: "https://example.com/implants?utm_campaign=spring+2026&fbclid=IwAR1" },
    { ...none, campaign: "spring 2026", clickId: { name: "fbclid", value: "IwAR1" } },
  ],
  [
    "a URL with stray percent signs",
    { page_url: "https://example.com/%?utm_campaign=50%" },
    { ...none, campaign: "50%" },
  ],
  [
    "a field, which overrides a URL",
    { landing: "https://example.com/?utm_campaign=old", utm_campaign: "new" },
    { ...none, campaign: "new" },
  ],
  [
    "unfilled placeholders",
    { utm_campaign: "{{campaign.name}}", utm_source: "[utm_source]" },
    null,
  ],
  ["empty parameters", { utm_source: "", gclid: "null", phone: "1" }, null],
  ["invalid URLs", { page: "https://", other: "http://[?utm_source=x" }, null],
  ["no parameters", { name: "Ada", campaign: "my campaign" }, null],
])("the attribution of a submission: %s", (_, body, expected) => {
  expect(attributionIn(fieldsOf(body)).attribution).toEqual(expected);
});
