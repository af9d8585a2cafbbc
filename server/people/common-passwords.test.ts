import { expect, test } from "vitest";
import { site } from "#content/site.ts";
import { passwordLimits } from "#contract/sessions.ts";
import { isCommonPassword } from "./common-passwords.ts";

const words = (name: string) => name.split(/\W+/);
const about = ["dana@harborside.example.com", "Dana", "Whitfield"];

test.each([
  "password123",
  "P@ssw0rd2024!",
  "Password@123",
  "qwertyuiop",
  "1qaz2wsx3edc",
  "q1w2e3r4t5y6",
  "iloveyou123",
  "Summer2026!!",
  "admin123456",
  "aaaaaaaaaa",
  "abcabcabcabc",
  "trustno1trustno1",
  "0123456789",
  "8135550142",
  "danawhitfield1",
  "Welcome2024!!",
  "dentist123!",
  `${words(site.area)[0]}2026!!`,
  "passwordpassword",
  "Changeme123!",
  "qwerty!@#$%^",
  "michael1987",
  "harborside2026",
])("%s is a common password", async (password) => {
  expect(await isCommonPassword(password, about)).toBe(true);
});

test.each([
  "frontdesk2026",
  "FrontDesk-2026",
  "leaddesk2026!",
  `${words(site.agency)[0]?.toLowerCase()}2026`,
  `${words(site.agency)[0]}Marketing1`,
  "Receptionist1",
  "dentalpractice1",
  "newpatient2026!",
  "Appointment2026",
  "speedtolead1",
])("%s is built from this product's words and counts as common for everyone", async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each(["bayshorefamilydental", "BayshoreFamily1", "BayshoreDental2026"])(
  "%s is built from the practice's name and counts as common",
  async (password) => {
    expect(await isCommonPassword(password, ["Bayshore Family Dental"])).toBe(true);
  },
);

test("every sampled password from the list of leaked passwords is rejected", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const longEnough = dictionary["passwords-common"]
    .map(String)
    .filter(({ length }) => length >= passwordLimits.min);
  expect(longEnough.length).toBeGreaterThan(1500);
  // Checks a sample across the list, because each check takes milliseconds.
  const sample = longEnough.filter((_, index) => index % 15 === 0);
  const refused = await Promise.all(sample.map((word) => isCommonPassword(word)));
  expect(sample.filter((_, index) => !refused[index])).toEqual([]);
});

test.each([
  "front desk sunrise marmalade",
  "seventeen calm otters",
  "correct horse battery",
  "kX8#pQ2v!mZ",
  "tr33-hous3-Ladder",
  "sunshine is falling",
  "ganz schön früh auf",
  "пять белых лошадей",
])("the password %s isn't rejected as common", async (password) => {
  expect(await isCommonPassword(password, about)).toBe(false);
});
