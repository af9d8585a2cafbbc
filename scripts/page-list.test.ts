import { expect, test } from "vitest";
import { readNextPath } from "#app/next-path.ts";
import { pages } from "#server/testing/page-paths.ts";
import { shots } from "./screens.ts";

/** Pages that are rendered per request, because they depend on the visitor or the query. */
const madePerRequest = [
  "/admin/join",
  "/admin/sign-in",
  "/booked-call",
  "/demo",
  "/es/marketing/makeover-plan",
  "/lms",
  "/lms/confirm",
  "/lms/confirm-change",
  "/lms/join",
  "/lms/locked",
  "/lms/recover",
  "/marketing/makeover-plan",
  "/unsubscribe",
];

test("every public page is either prerendered or listed with a reason", () => {
  const perRequest = pages.filter(({ door, isPrerendered }) => !door && !isPrerendered);
  expect(perRequest.map(({ path }) => path).toSorted()).toEqual(madePerRequest);
});

test("every page has a screenshot", () => {
  const opened = new Set(shots.map(({ path, page }) => page ?? path.replace(/[?#].*/, "")));
  const missing = pages.map(({ path }) => path).filter((path) => !opened.has(path));
  expect(missing).toEqual([]);
});

const signedIn = pages.filter(({ door }) => door).map(({ path }) => path.replace(":id", "1-2"));

test.each(signedIn)("a login may redirect to the page %s", (path) => {
  const next = `${path}?id=1-2`;
  expect(readNextPath(new URLSearchParams({ next }))).toBe(next);
});
