// Reads a calendar that its owner publishes as iCalendar (RFC 5545) at a private URL, as Google,
// Outlook and iCloud offer. A practice types this URL, so requests to this machine's own network
// are rejected.
import { lookup as systemLookup } from "node:dns";
import { type RequestOptions, request } from "node:https";
import { BlockList, isIP } from "node:net";
import type { CalendarProblem } from "#contract/bookings.ts";

export type CalendarFeed = {
  /** Returns the calendar's text. Throws `CalendarFailure`. */
  read(url: string): Promise<string>;
};

/** Its message is only the problem's code, because the URL is a secret and must not be logged. */
export class CalendarFailure extends Error {
  readonly problem: CalendarProblem;
  constructor(problem: CalendarProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** This is enough for ten years of a busy calendar. */
export const maxCalendarBytes = 10_000_000;
const timeoutMs = 15_000;

/** IANA's special-purpose networks, which aren't part of the public internet. */
const privateV4 = networksOf("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
]);
/**
 * The networks outside the global unicast range, and those whose addresses contain an IPv4 address.
 */
const privateV6 = networksOf("ipv6", [
  ...["::/3", "4000::/2", "8000::/1", "2001::/32", "2002::/16"],
]);

function networksOf(version: "ipv4" | "ipv6", networks: string[]): BlockList {
  const list = new BlockList();
  for (const one of networks) {
    const [network = "", prefix] = one.split("/");
    list.addSubnet(network, Number(prefix), version);
  }
  return list;
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  return version === 6 ? !privateV6.check(address, "ipv6") : !privateV4.check(address, "ipv4");
}

/** Only tests change `options` and `isAllowed`, because their server is on this machine. */
export function makeCalendarFeed({
  options = {},
  isAllowed = isPublicAddress,
}: {
  options?: RequestOptions;
  isAllowed?: (address: string) => boolean;
} = {}): CalendarFeed {
  return {
    read: (url) =>
      new Promise((resolve, reject) => {
        const fail = (problem: CalendarProblem) => reject(new CalendarFailure(problem));
        const target = new URL(url);
        // A hostname is checked when this connection resolves it. An IP address isn't resolved, so
        // it's checked here.
        const host = target.hostname.replace(/^\[|\]$/g, "");
        if (isIP(host) && !isAllowed(host)) return fail("private_address");
        const signal = AbortSignal.timeout(timeoutMs);
        const asked = request(
          target,
          {
            ...options,
            signal,
            agent: false,
            headers: { Accept: "text/calendar", "User-Agent": "calendar-feed" },
            lookup(name, given, done) {
              systemLookup(name, { ...given, all: true }, (error, addresses) => {
                if (error) return done(error, "");
                if (!addresses.every(({ address }) => isAllowed(address))) {
                  return done(new CalendarFailure("private_address"), "");
                }
                if (given.all) return done(null, addresses);
                const [first] = addresses;
                return done(null, first?.address ?? "", first?.family);
              });
            },
          },
          (response) => {
            const { statusCode = 0 } = response;
            // Redirects aren't followed, because they could lead to any host.
            if (statusCode !== 200) {
              response.destroy();
              return fail(statusCode >= 400 && statusCode < 500 ? "refused" : "unreachable");
            }
            const chunks: Buffer[] = [];
            let bytes = 0;
            response.on("data", (chunk: Buffer) => {
              bytes += chunk.length;
              if (bytes > maxCalendarBytes) {
                fail("too_large");
                response.destroy();
              } else chunks.push(chunk);
            });
            response.on("error", () => fail("unreachable"));
            response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
          },
        );
        asked.on("error", (error) => {
          fail(error instanceof CalendarFailure ? error.problem : "unreachable");
        });
        asked.end();
      }),
  };
}
