// cspell:ignore cita este hora
import { expect, test } from "vitest";
import { appointmentFile } from "./appointment-file.ts";

const practice = {
  ...{ name: "Gulf Dental", phone: "(813) 555-0100", timeZone: "America/New_York" },
  ...{ address: "1 Bayshore Boulevard", address2: "Suite 2" },
  ...{ city: "Tampa", state: "FL", zip: "33606" },
};
const booked = {
  callId: "one",
  calledAt: "2026-03-17T12:00:00.000Z",
  appointmentAt: "2026-03-24T18:30:00.000Z",
};
const written = { now: new Date("2026-03-17T12:05:30Z"), host: "desk.example.com" };

test.each([
  [null, "Your appointment at Gulf Dental", "Eastern Time"],
  ["es", "Su cita en Gulf Dental", "hora del este"],
] as const)(
  "the calendar file for a person whose language is %s has the practice, the time and its zone",
  (language, title, zone) => {
    const file = appointmentFile({ ...booked, language }, practice, written);
    const lines = file.replaceAll("\r\n ", "").split("\r\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "UID:appointment-one@desk.example.com",
        "SEQUENCE:5",
        "DTSTART:20260324T183000Z",
        `SUMMARY:${title}`,
        "LOCATION:1 Bayshore Boulevard\\, Suite 2\\, Tampa\\, FL 33606",
      ]),
    );
    const description = lines.find((line) => line.startsWith("DESCRIPTION:"));
    expect(description).toContain("2:30");
    expect(description).toContain(zone);
    expect(description).toContain(practice.phone);
    expect(file).not.toContain("DTEND");
  },
);
