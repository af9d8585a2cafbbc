import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loopbackCertificate } from "#server/testing/loopback-certificate.ts";
import { isPublicAddress, makeCalendarFeed, maxCalendarBytes } from "./calendar-feed.ts";

const calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
const asked: string[] = [];
const answers: Record<string, (response: ServerResponse) => void> = {
  "/good.ics": (response) => response.end(calendar),
  "/gone.ics": (response) => response.writeHead(404).end(),
  "/broken.ics": (response) => response.writeHead(500).end(),
  "/moved.ics": (response) => response.writeHead(302, { location: "/good.ics" }).end(),
  "/large.ics": (response) => response.end(Buffer.alloc(maxCalendarBytes + 1, "a")),
  "/largest.ics": (response) => response.end(Buffer.alloc(maxCalendarBytes, "a")),
  "/cut.ics": (response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("BEGIN", () => response.destroy());
  },
};
const server = createServer(loopbackCertificate, ({ url = "" }, response) => {
  asked.push(url);
  answers[url]?.(response);
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const feed = makeCalendarFeed({
  options: { ca: loopbackCertificate.cert, family: 4 },
  isAllowed: () => true,
});

test("a calendar is read over https", async () => {
  expect(await feed.read(`${origin}/good.ics`)).toBe(calendar);
  expect(await feed.read(`${origin}/largest.ics`)).toHaveLength(maxCalendarBytes);
});

test.each([
  ["gone.ics", "refused"],
  ["broken.ics", "unreachable"],
  ["moved.ics", "unreachable"],
  ["large.ics", "too_large"],
  ["cut.ics", "unreachable"],
])("%s can't be read, and the error is %s", async (file, problem) => {
  await expect(feed.read(`${origin}/${file}`)).rejects.toMatchObject({ problem });
});

test("a calendar can't be read from a server whose certificate isn't trusted", async () => {
  const strict = makeCalendarFeed({ options: { family: 4 }, isAllowed: () => true });
  const reading = strict.read(`${origin}/good.ics`);
  await expect(reading).rejects.toMatchObject({ problem: "unreachable" });
});

test.each(["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1"])(
  "no request is sent to this machine under the name %s",
  async (host) => {
    asked.length = 0;
    const real = makeCalendarFeed({ options: { ca: loopbackCertificate.cert } });
    const url = origin.replace("localhost", host);
    const reading = real.read(`${url}/good.ics`);
    await expect(reading).rejects.toMatchObject({ problem: "private_address" });
    expect(asked).toEqual([]);
  },
);

test.each([
  ...["10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
  ...["224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "fc00::1", "fe80::1"],
  ...["64:ff9b::a00:1", "2002:a00:1::", "not an address"],
])("the address %s isn't public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["142.250.1.1", "172.32.0.1", "2607:f8b0:4004::1"])(
  "the address %s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
