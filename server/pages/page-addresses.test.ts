import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { deskMatcher, pageMatcher } from "./page-addresses.ts";

const routes = [
  { id: "root", path: "" },
  { id: "home", parentId: "root", index: true },
  { id: "marketing", parentId: "root", path: "marketing" },
  { id: "faq", parentId: "marketing", path: "faq" },
  { id: "lms/layout", parentId: "root" },
  { id: "dashboard", parentId: "lms/layout", path: "lms/dashboard" },
  { id: "request", parentId: "root", path: "admin/requests/:id" },
  { id: "none", parentId: "root", path: "*" },
];
const build = {
  routes: Object.fromEntries(routes.map((route) => [route.id, route])),
} as unknown as ServerBuild;

test.each([
  ["/", "/"],
  ["/marketing/faq", "/marketing/faq"],
  ["/lms/dashboard", "/lms/dashboard"],
  ["/lms/dashboard.data", "/lms/dashboard.data"],
  ["/admin/requests/Ada%20Lovelace", "/admin/requests/:id"],
  ["/admin/requests/Ada.data", "/admin/requests/:id.data"],
  ["/__manifest", "/__manifest"],
  ["/__anything", "/__manifest"],
  ["/Ada.data", "*.data"],
  ["/Ada", null],
  ["/lms/dashboard/Ada", null],
])("the route pattern of %s is %s", (address, pattern) => {
  expect(pageMatcher(build)(address)).toBe(pattern);
});

test.each([
  ["/lms/dashboard", "/lms/dashboard"],
  ["/lms/dashboard.data", "/lms/dashboard.data"],
  ["/__manifest", "/__manifest"],
  ["/marketing/faq", null],
  ["/Ada.data", null],
])("the route pattern of %s inside a demo is %s", (address, pattern) => {
  expect(deskMatcher(build)(address)).toBe(pattern);
});
