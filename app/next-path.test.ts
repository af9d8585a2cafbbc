import { expect, test } from "vitest";
import { readNextPath, signInUrl } from "./next-path.ts";

const read = (next: string) => readNextPath(new URLSearchParams({ next }));

test.each([
  "/lms/dashboard",
  "/lms/dashboard?sort=newest",
  "/lms/lead?id=1-2",
  "/lms/figures?period=days&from=2026-03-01",
  "/lms/inquiries?bucket=lt10",
  "/admin",
  "/admin/mail",
  "/admin/sources",
  "/admin/source?id=0198c5a0-0000-7000-8000-000000000000",
  "/admin/practices",
  // The old URL of the list of inquiries. cspell:ignore enquiries
  "/lms/enquiries?bucket=lt10",
])("a login may return to the page %s", (path) => {
  expect(read(path)).toBe(path);
});

test.each([
  "//evil.example.com",
  "/\\evil.example.com",
  "https://evil.example.com/lms/dashboard",
  "javascript:alert(1)",
  "/lms/dashboard/../../x",
  "/lms/dashboard//evil",
  "/lms?lo=true",
  "/api/credentials",
  "/lms/dashboard?x=//evil",
  "/lms/dashboard\r\nSet-Cookie: x",
  "",
])("a login may not return to %o", (path) => {
  expect(read(path)).toBeNull();
});

test("the login URL contains the requested page and its query", () => {
  const request = new Request("http://desk.example.com/lms/lead?id=7");
  expect(signInUrl("/lms", request)).toBe("/lms?next=%2Flms%2Flead%3Fid%3D7");
});
