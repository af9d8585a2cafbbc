// Determines the IP address of a request. Only a trusted proxy can report an address other than its
// own.
import { BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { deviceTokenOf } from "./device-cookie.ts";
import type { Env } from "./guards.ts";
import type { Visitor } from "./signed-in.ts";

export function visitorOf(c: Context<Env>): Visitor {
  return {
    address: c.get("address"),
    device: c.req.header("User-Agent") ?? "unknown",
    deviceToken: deviceTokenOf(c),
  };
}

/**
 * Returns a function that reads the visitor's IP address. It's the connection's address or, if that
 * is a trusted proxy, the next one in `X-Forwarded-For`, from right to left. The search stops at an
 * unreadable entry, because the visitor could have forged everything before it.
 */
export function addressReader(trustedProxies: string[]): (c: Context<Env>) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) addTo(trusted, proxy);

  return (c) => {
    let nearest = plain(connectionAddress(c));
    const said = (c.req.header("X-Forwarded-For") ?? "").split(",");
    while (isIP(nearest) > 0 && isTrusted(trusted, nearest)) {
      const before = plain(withoutPort(said.pop()?.trim() ?? ""));
      if (isIP(before) === 0) break;
      nearest = before;
    }
    return networkOf(nearest);
  };
}

/** Returns the IP address of the connection itself, whatever the headers report. */
export function connectionAddress(c: Context): string {
  // Tests and in-process calls don't have a connection.
  if (!hasConnection(c.env)) return "127.0.0.1";
  return getConnInfo(c).remote.address ?? "unknown";
}

function hasConnection(env: unknown): boolean {
  return typeof env === "object" && env !== null && "incoming" in env;
}

/**
 * Removes the port from addresses such as `203.0.113.9:4711` and `[2001:db8::1]:4711`, which some
 * proxies write. Brackets may also come without a port.
 */
function withoutPort(part: string): string {
  const [, inBrackets, v4] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(part) ?? [];
  return inBrackets ?? v4 ?? part;
}

/** Returns the address in plain form. An IPv4-mapped IPv6 address becomes its IPv4 address. */
function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return (mapped?.[1] ?? address).toLowerCase();
}

/**
 * Returns the network that identifies a visitor. An IPv6 customer usually gets a /64 network, and
 * could change the other half at will to evade every limit.
 */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::`;
}

function isTrusted(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function addTo(list: BlockList, proxy: string) {
  const [address = "", prefix] = proxy.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (prefix) list.addSubnet(address, Number(prefix), family);
  else list.addAddress(address, family);
}
