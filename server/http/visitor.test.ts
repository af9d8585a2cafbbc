import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Env } from "./guards.ts";
import { addressReader } from "./visitor.ts";

test.each([
  [
    "forwarded addresses are ignored without trusted proxies",
    [],
    "203.0.113.9",
    "10.0.0.2",
    "10.0.0.2",
  ],
  ["a trusted proxy reports its visitor", ["10.0.0.2"], "203.0.113.9", "10.0.0.2", "203.0.113.9"],
  [
    "a proxy in a trusted network reports its visitor",
    ["10.0.0.0/8"],
    "203.0.113.9",
    "10.9.8.7",
    "203.0.113.9",
  ],
  [
    "entries before the proxy's own are ignored, because a visitor may forge them",
    ["10.0.0.2"],
    "1.1.1.1, 203.0.113.9",
    "10.0.0.2",
    "203.0.113.9",
  ],
  [
    "two trusted proxies in a row report their visitor",
    ["10.0.0.2", "10.0.0.3"],
    "203.0.113.9, 10.0.0.3",
    "10.0.0.2",
    "203.0.113.9",
  ],
  ["an unreadable entry is ignored", ["10.0.0.2"], "not an address", "10.0.0.2", "10.0.0.2"],
  [
    "entries before an unreadable one are ignored",
    ["10.0.0.2"],
    "1.1.1.1, unknown",
    "10.0.0.2",
    "10.0.0.2",
  ],
  ["entries before an empty one are ignored", ["10.0.0.2"], "1.1.1.1, ", "10.0.0.2", "10.0.0.2"],
  [
    "a proxy that adds the port reports its visitor",
    ["10.0.0.2"],
    "1.1.1.1, 203.0.113.9:4711",
    "10.0.0.2",
    "203.0.113.9",
  ],
  [
    "a proxy that writes IPv6 addresses with a port reports its visitor",
    ["10.0.0.2"],
    "1.1.1.1, [2001:db8:0:1::abcd]:4711",
    "10.0.0.2",
    "2001:db8:0:1::",
  ],
  [
    "a proxy that writes IPv6 addresses in brackets reports its visitor",
    ["10.0.0.2"],
    "1.1.1.1, [2001:db8:0:1::abcd]",
    "10.0.0.2",
    "2001:db8:0:1::",
  ],
  [
    "an IPv4 address written as IPv6 with a port is the same visitor",
    ["10.0.0.2"],
    "[::ffff:203.0.113.9]:4711",
    "10.0.0.2",
    "203.0.113.9",
  ],
  [
    "a trusted proxy with a port is trusted",
    ["10.0.0.2", "10.0.0.3"],
    "203.0.113.9, 10.0.0.3:80",
    "10.0.0.2",
    "203.0.113.9",
  ],
  [
    "an entry with an invalid port is ignored",
    ["10.0.0.2"],
    "203.0.113.9:a",
    "10.0.0.2",
    "10.0.0.2",
  ],
  [
    "an IPv4 address written as IPv6 is the same visitor",
    [],
    "",
    "::ffff:203.0.113.9",
    "203.0.113.9",
  ],
  [
    "an IPv6 visitor is identified by its network, in any notation",
    [],
    "",
    "2001:DB8:0:1:0:0:0:abcd",
    "2001:db8:0:1::",
  ],
])("the visitor's IP address: %s", async (_, trusted, forwarded, connection, expected) => {
  expect(await read(trusted, forwarded, connection)).toBe(expected);
});

async function read(trusted: string[], forwarded: string, connection: string): Promise<string> {
  const addressOf = addressReader(trusted);
  const app = new Hono<Env>().get("/", (c) => c.text(addressOf(c)));
  const incoming = { socket: { remoteAddress: connection, remotePort: 1, remoteFamily: "IPv4" } };
  const headers = { "X-Forwarded-For": forwarded };
  return (await app.request("/", { headers }, { incoming })).text();
}
