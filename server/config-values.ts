// The types of values that environment settings can have. Each error continues the sentence "The
// setting … can't be used: it must be".
import { z } from "zod";

const portText = "a whole number from 0 to 65535";
export const port = z.coerce.number(portText).int(portText).min(0, portText).max(65_535, portText);
export const httpUrl = z
  .url({ protocol: /^https?$/, error: "an address that starts with http:// or https://" })
  .transform((url) => url.replace(/\/+$/, ""));
/** A URL that someone else's server requests. */
export const httpsUrl = z.url({
  protocol: /^https$/,
  error: "an address that starts with https://",
});
/**
 * A URL with only a scheme and a host. If it had a path, links would contain that path, and no
 * browser's Origin header would match it.
 */
export const originUrl = httpUrl
  .refine(
    (url) => !URL.canParse(url) || isOrigin(new URL(url)),
    "a scheme and a host without a path, such as https://example.com",
  )
  .transform((url) => new URL(url).origin);
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

/** The countries whose numbers the app can recognize by area code. */
export const callCountries = ["US", "CA"] as const;
export type CallCountry = (typeof callCountries)[number];
const isCallCountry = (code: string): code is CallCountry =>
  (callCountries as readonly string[]).includes(code);
export const countries = list
  .refine(
    (all) => all.every(isCallCountry),
    `a list of countries out of ${callCountries.join(", ")}`,
  )
  .transform((all) => all.filter(isCallCountry));

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
export const networks = list.refine(
  (all) => all.every((one) => network.safeParse(one).success),
  "a list of addresses or networks, such as 10.0.0.2 or 10.1.0.0/16",
);
/** A host with or without a port. `*.` stands for any subdomain. */
const hostPattern = /^(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/;
export const hosts = list.refine(
  (all) => all.every((one) => hostPattern.test(one)),
  "a list of hosts, such as fcm.googleapis.com, *.notify.windows.com",
);
/**
 * A URL of S3-compatible storage. It must use https, because anyone on the network path could read
 * backups sent over http.
 */
export const storageUrl = originUrl.refine(
  (origin) => !URL.canParse(origin) || isPrivate(new URL(origin)),
  "an address that starts with https://, or with http:// on this machine",
);
export const region = z.string().regex(/^[a-z\d-]{1,60}$/, "a region, such as us-east-1");
export const bucketName = z
  .string()
  .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, "a bucket's name, such as front-desk-backups");
/** An API key without spaces, line breaks or anything else that could end a header. */
export const printable = z
  .string()
  .regex(/^[!-~]{1,200}$/, "1 to 200 letters, digits and punctuation marks, without spaces");
/** A Google Ads customer ID. */
export const customerId = z
  .string()
  .regex(/^(\d{10}|\d{3}-\d{3}-\d{4})$/, "a customer ID, such as 123-456-7890")
  .transform((id) => id.replaceAll("-", ""));
export const bucketPrefix = z
  .string()
  .regex(/^(\w[\w.-]*\/)*(\w[\w.-]*)?$/, "a path without a leading slash, such as front-desk/")
  .transform((text) => (text === "" || text.endsWith("/") ? text : `${text}/`));
/** The push services of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
export const pushServices = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];
/** Headers in OpenTelemetry's format, `name=value,other=value`, with URL-encoded values. */
export const headers = list
  .refine(
    (all) => all.every((one) => /^[\w-]+=[^=]+=*$/.test(one) && isDecodable(one)),
    "a list of headers, such as x-api-key=abc,x-team=desk",
  )
  .transform((all) =>
    Object.fromEntries(
      all.map((one) => {
        const end = one.indexOf("=");
        return [one.slice(0, end), decodeURIComponent(one.slice(end + 1))];
      }),
    ),
  );

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === "/" && search + hash + username + password === "";
}
