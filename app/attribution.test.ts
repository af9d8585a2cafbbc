import { expect, test } from "vitest";
import { MarketingMessage } from "#contract/contact-requests.ts";
import { addTouch, touchOf } from "./attribution.ts";

const now = new Date("2026-03-17T12:00:00.000Z");
const own = "https://agency.example.com";

test("a visit from an ad records its campaign, referrer and landing page", () => {
  const url = `${own}/marketing?utm_source=meta&utm_campaign=spring&gclid=abc&p=p2&secret=1#about`;
  expect(touchOf({ url, referrer: "https://www.example.org/a?q=private", now })).toEqual({
    utm_source: "meta",
    utm_campaign: "spring",
    gclid: "abc",
    referrer: "https://www.example.org/a",
    landing: "/marketing",
    package: "p2",
    at: "2026-03-17T12:00:00.000Z",
  });
});

test.each(["/%", "/%E0%A4%A"])("the malformed landing page %j is recorded unchanged", (landing) => {
  expect(touchOf({ url: own + landing, referrer: "", now })).toMatchObject({ landing });
});

test("a new campaign replaces only the last touch, and a direct visit doesn't replace any", () => {
  const visit = (query: string) => touchOf({ url: `${own}/marketing${query}`, referrer: "", now });
  const one = addTouch({}, visit("?utm_source=meta"), now);
  const two = addTouch(one, visit("?utm_source=google"), now);
  const three = addTouch(two, visit(""), now);
  expect(three.first?.utm_source).toBe("meta");
  expect(three.last?.utm_source).toBe("google");
});

test("attribution expires after 90 days", () => {
  const old = touchOf({ url: `${own}/marketing?utm_source=meta`, referrer: "", now });
  const later = new Date(now.getTime() + 91 * 24 * 60 * 60 * 1000);
  const touch = touchOf({ url: `${own}/marketing/faq`, referrer: "", now: later });
  expect(addTouch({ first: old, last: old }, touch, later)).toEqual({ first: touch, last: touch });
});

test("the contract accepts the touch of a visit whose link has malformed parameters", () => {
  const garbage = encodeURIComponent(`a\u0000\r\nb\u2028${"😀".repeat(400)}`);
  const names = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];
  const query = [...names, "gclid", "fbclid", "p"].map((name) => `${name}=${garbage}`).join("&");
  const touch = touchOf({ url: `${own}/marketing?${query}`, referrer: "nonsense", now });
  const contactRequest = {
    page: "Marketing",
    fullName: "Ana",
    email: "ana@example.com",
    phone: "1",
    message: "Hello",
    attribution: { first: touch, last: touch },
  };
  expect(MarketingMessage.safeParse(contactRequest).error).toBeUndefined();
});
