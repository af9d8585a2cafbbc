import { expect, test } from "vitest";
import { judgeDkim, judgeDmarc, judgeSpf } from "./sender-records.ts";

test.each([
  [[], "missing"],
  [["google-site-verification=1"], "missing"],
  [["v=spf10 -all"], "missing"],
  [["v=spf1 include:spf.example.com ~all"], "right"],
  [["V=SPF1 -all", "other"], "right"],
  [["v=spf1"], "right"],
  [["v=spf1 -all", "v=spf1 ~all"], "several"],
  [["v=spf1 +all"], "wrong"],
  [["v=spf1 mx all"], "wrong"],
])("SPF records %j are %s", (texts, state) => {
  expect(judgeSpf(texts).state).toBe(state);
});

test.each([
  [[], "missing"],
  [["v=dmarc1; p=none"], "missing"],
  [["p=reject; v=DMARC1"], "missing"],
  [["v=DMARC1; p=none; rua=mailto:a@example.com"], "right"],
  [["v=DMARC1;p=Reject"], "right"],
  [["v=DMARC1"], "wrong"],
  [["v=DMARC1; p=maybe"], "wrong"],
  [["v=DMARC1; p=none", "v=DMARC1; p=reject"], "several"],
])("DMARC records %j are %s", (texts, state) => {
  expect(judgeDmarc(texts).state).toBe(state);
});

test.each([
  [[], "missing"],
  [["v=spf1 -all"], "missing"],
  [["v=DKIM1; k=rsa; p=MIIB=="], "right"],
  [["k=rsa; p=MIIB"], "right"],
  [["v=DKIM1; p="], "wrong"],
  [["v=DKIM1; k=rsa"], "wrong"],
  [["v=DKIM1; p=MIIB", "v=DKIM1; p=MIIC"], "several"],
])("DKIM records %j are %s", (texts, state) => {
  expect(judgeDkim(texts).state).toBe(state);
});

test("a record is shown up to 500 characters", () => {
  expect(judgeDkim([`v=DKIM1; p=${"A".repeat(1000)}`]).text).toHaveLength(500);
});
