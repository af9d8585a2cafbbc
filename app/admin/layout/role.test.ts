import { expect, test } from "vitest";
import { isOpenTo } from "./role.tsx";

test.each([
  "/admin/today",
  "/admin/requests/0198c5a0-0000-7000-8000-000000000000",
  "/admin/campaign?id=7",
  "/lms?lo=true",
])("%s is open to a helper", (url) => {
  expect(isOpenTo("helper", url)).toBe(true);
});

test.each([
  "/admin/practices",
  "/lms/dashboard?client=0198c5a0-0000-7000-8000-000000000000",
  "/lms/lead?id=7&client=8",
])("%s is open to owners only", (url) => {
  expect([isOpenTo("owner", url), isOpenTo("helper", url)]).toEqual([true, false]);
});
