import { expect, test } from "vitest";
import { hasContactDetails } from "./name-line.ts";

test.each([
  "Pay at https://pay.evil.example/4471 today",
  "evil.example.com",
  "(evil.example)",
  "t.me/evil",
  "t.me",
  "Win，www.evil",
  "evil．example",
  "evil。example",
  "mail@evil.example",
  "Call 813 555 0100",
  "555-0100",
  "8.1.3.5.5.5.0.1.0.0",
  "٨١٣٥٥٥٠١٠٠",
])("%s isn't accepted as a name, because it contains contact details", (text) => {
  expect(hasContactDetails(text)).toBe(true);
});

test.each([
  "Bayshore Family Dental, P.A.",
  "Dr. Lena Okoro, D.D.S.",
  "Dr.Okoro",
  "St.Pete Dental",
  "J.R. Smith",
  "J.Smith",
  "24/7 Dental of 33602",
  "Smiles & Co.",
  "Ana-María O’Neill",
  "The Practice at 4471 Bay",
])("%s is accepted as a name", (text) => {
  expect(hasContactDetails(text)).toBe(false);
});
