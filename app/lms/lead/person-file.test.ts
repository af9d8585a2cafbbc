import { expect, test } from "vitest";
import { z } from "zod";
import { personFileHeadings } from "#content/desk/person-file.ts";
import { leadFactLabels, leadFieldLabels } from "#content/lead-fields.ts";
import { LeadExport } from "#contract/erasure.ts";
import { personFile } from "./person-file.ts";

test("each field of a person's data export has a readable heading", () => {
  const schema = JSON.stringify(z.toJSONSchema(LeadExport));
  const fields = new Set<string>();
  JSON.parse(schema, (key, value) => {
    if (key === "properties") for (const field of Object.keys(value)) fields.add(field);
    return value;
  });
  expect(fields.size).toBeGreaterThan(50);
  const headings = { ...personFileHeadings, ...leadFieldLabels, ...leadFactLabels };
  expect([...fields].filter((field) => !(field in headings))).toEqual([]);
});

test("codes become words, and the person's own text is unchanged", () => {
  const file = personFile({
    lead: { firstName: "booked", language: "es", state: "callback" },
    calls: [{ outcome: "no_answer", callBackAt: null }],
    timeline: [{ kind: "email_unknown", data: { to: "no_answer" } }],
  });
  expect(JSON.parse(file)).toEqual({
    Person: { "First name": "booked", Language: "Spanish", Status: "Callback" },
    Calls: [{ Result: "No answer", "Callback at (UTC)": null }],
    Timeline: [{ "What happened": "Email delivery unknown", Details: { To: "no_answer" } }],
  });
});
