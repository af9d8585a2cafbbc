// Tests the app's handling of every response of a push service, over https and with real
// encryption.
import { afterAll, beforeAll, expect, test } from "vitest";
import webPush from "web-push";
import type { PushPayload } from "#contract/alerts.ts";
import {
  type MadePushService,
  makePushStandIn,
  type PushBehavior,
} from "#server/testing/push-stand-in.ts";
import { isPushEndpoint, makePushService, type PushAnswer, type PushService } from "./push.ts";

let service: MadePushService;
let push: PushService;
const keys = webPush.generateVAPIDKeys();
beforeAll(async () => {
  service = await makePushStandIn();
  push = makePushService([service.host], { ca: service.ca, waitMs: 300 });
});
afterAll(() => service.close());

const payload: PushPayload = {
  ...{ _id: "00000000-0000-4000-8000-000000000001", title: "New lead: Lucía", body: "9:41 AM" },
  ...{ url: "/lms/lead?id=1", tag: "lead-1", isSilent: false },
};

test("a device can decrypt the message, and its push service gets the topic, lifetime and urgency", async () => {
  expect(await send("phone")).toEqual({ result: "accepted" });
  expect(service.received).toMatchObject([
    { device: "phone", payload, topic: "a-topic", ttl: 600, urgency: "high" },
  ]);
});

const answers: [PushBehavior, PushAnswer][] = [
  [{ status: 200 }, { result: "accepted" }],
  [{ status: 404 }, { result: "gone" }],
  [{ status: 410 }, { result: "gone" }],
  [{ status: 413 }, { result: "refused", problem: "too_large" }],
  [{ status: 400 }, { result: "refused", problem: "refused" }],
  [{ status: 403 }, { result: "refused", problem: "refused" }],
  [{ status: 429 }, { result: "later", problem: "busy" }],
  [
    { status: 429, headers: { "Retry-After": "17" } },
    { result: "later", problem: "busy", retryAfterSeconds: 17 },
  ],
  [
    { status: 503, headers: { "Retry-After": "999999" } },
    { result: "later", problem: "busy", retryAfterSeconds: 3600 },
  ],
  [
    { status: 429, headers: { "Retry-After": "soon" } },
    { result: "later", problem: "busy" },
  ],
  [{ status: 500 }, { result: "later", problem: "busy" }],
  ["slow", { result: "later", problem: "unreachable" }],
];

test.each(answers)(
  "a push service's response is mapped to a result: %j",
  async (behavior, answer) => {
    service.behavior.set("told", behavior);
    expect(await send("told")).toEqual(answer);
  },
);

test("redirects aren't followed", async () => {
  const target = service.subscribe("target");
  service.behavior.set("moved", { status: 307, headers: { Location: target.endpoint } });
  expect(await send("moved")).toEqual({ result: "refused", problem: "refused" });
  expect(service.received.map(({ device }) => device)).not.toContain("target");
});

test("a message isn't sent to a host that isn't on the list of push services", async () => {
  const elsewhere = makePushService(["push.example.com"], { ca: service.ca });
  expect(await send("phone", elsewhere)).toEqual({ result: "refused", problem: "refused" });
});

test("a message isn't sent to a server with an untrusted certificate", async () => {
  const before = service.received.length;
  const strict = makePushService([service.host]);
  expect(await send("phone", strict)).toEqual({ result: "later", problem: "unreachable" });
  expect(service.received).toHaveLength(before);
});

test.each([
  ["https://fcm.googleapis.com/fcm/send/x", true],
  ["https://wns2-par02p.notify.windows.com/w/?token=x", true],
  ["https://notify.windows.com/x", false],
  ["https://evilnotify.windows.com/x", false],
  ["https://fcm.googleapis.com.example.com/x", false],
  ["https://fcm.googleapis.com:8443/x", false],
  ["https://fcm.googleapis.com@example.com/x", false],
  ["http://fcm.googleapis.com/x", false],
  ["https://FCM.googleapis.com/x", false],
  ["ftp://fcm.googleapis.com/x", false],
  ["fcm.googleapis.com", false],
])("whether the push endpoint %s is allowed: %s", (endpoint, isAllowed) => {
  expect(isPushEndpoint(["fcm.googleapis.com", "*.notify.windows.com"], endpoint)).toBe(isAllowed);
});

function send(device: string, by = push): Promise<PushAnswer> {
  const { endpoint, keys: own } = service.subscribe(device);
  const message = { endpoint, ...own, payload: JSON.stringify(payload) };
  return by.send(keys, { ...message, topic: "a-topic", ttlSeconds: 600 });
}
