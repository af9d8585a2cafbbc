import { expect, test } from "vitest";
import { mailtoUrl } from "./mailto.ts";

test.each([
  ["ada@example.com", "mailto:ada@example.com"],
  ["b&b@inn.example.com", "mailto:b%26b@inn.example.com"],
  ["who?cc=x#1%2@example.com", "mailto:who%3Fcc%3Dx%231%252@example.com"],
])("a mailto URL for %s has exactly this recipient", (email, url) => {
  expect(mailtoUrl(email)).toBe(url);
  const { pathname, search, hash } = new URL(url);
  expect([decodeURIComponent(pathname), search, hash]).toEqual([email, "", ""]);
});

test("a mailto URL can include a subject and a text with several lines", () => {
  const url = mailtoUrl("ada@example.com", { subject: "Alerts & more", body: "Hi,\n50%" });
  expect(url).toBe("mailto:ada@example.com?subject=Alerts%20%26%20more&body=Hi%2C%0A50%25");
});
