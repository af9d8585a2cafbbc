import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

const about = ["dana@gulfside.example.com", "Dana", "Whitfield"];

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
  "Tampa2026!!",
  "passwordpassword",
  "Changeme123!",
  "qwerty!@#$%^",
  "michael1987",
  "gulfside2026",
])("%s is a common password", async (password) => {
  expect(await isCommonPassword(password, about)).toBe(true);
});

test.each([
  "seventeen calm otters",
  "correct horse battery",
  "kX8#pQ2v!mZ",
  "tr33-hous3-Ladder",
  "sunshine is falling",
  "ganz schön früh auf",
  "пять белых лошадей",
])("%s is not a common password", async (password) => {
  expect(await isCommonPassword(password, about)).toBe(false);
});
