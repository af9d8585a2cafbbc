// Google's Ads API over a real connection to a stand-in: requests, parsed responses, and the cause
// of each error.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type GoogleAdsStandIn,
  googleAdsError,
  googleCredentials,
  makeGoogleAdsStandIn,
} from "#server/testing/google-ads-stand-in.ts";
import { GoogleAdsRefusal, googleAdsVersion, openGoogleAds } from "./google-ads.ts";

let google: GoogleAdsStandIn;
beforeAll(async () => {
  google = await makeGoogleAdsStandIn();
});
beforeEach(() => {
  const day = { date: "2026-03-14", costMicros: "12345000", impressions: "120", clicks: "7" };
  google.state.customers = {
    "1234567890": { name: "Harbor Dental", campaigns: { "901": [day], "902": [] } },
    "1112223334": { managerId: "9998887776", campaigns: {} },
    "9998887776": {},
  };
  google.state.answers = [];
  google.state.asked = [];
});
afterAll(() => google.close());

const open = (change: object = {}) =>
  openGoogleAds({
    ...{ ...googleCredentials, developerToken: undefined, managerId: undefined },
    ...{ apiUrl: google.url, oauthUrl: google.url, ...change },
  });
const customerId = "1234567890";
const asked = { customerId, campaignIds: ["901", "902"], since: "2026-03-14", until: "2026-03-16" };

test("days are read as cents and whole numbers, with one request per account", async () => {
  expect(await (await open()).readDays(asked)).toEqual([
    {
      ...{ platformCampaignId: "901", day: "2026-03-14" },
      ...{ impressions: 120, clicks: 7, spendCents: 1235 },
    },
  ]);
  expect(google.state.asked.map(({ path }) => path)).toEqual([
    "/token",
    `/${googleAdsVersion}/customers/1234567890/googleAds:searchStream`,
  ]);
  const [token, search] = google.state.asked;
  expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
    ...{ client_id: googleCredentials.clientId, client_secret: googleCredentials.clientSecret },
    ...{ refresh_token: googleCredentials.refreshToken, grant_type: "refresh_token" },
  });
  expect(search?.headers.authorization).toBe("Bearer ya29.example");
  expect(google.queries()).toEqual([
    "SELECT campaign.id, segments.date, metrics.cost_micros, metrics.impressions, metrics.clicks, customer.currency_code FROM campaign WHERE segments.date BETWEEN '2026-03-14' AND '2026-03-16' AND campaign.id IN (901, 902)",
  ]);
});

test("the developer token and the manager account are sent only if they are set", async () => {
  await (await open()).readDays(asked);
  expect(Object.keys(google.state.asked[1]?.headers ?? {})).not.toContain("developer-token");
  expect(Object.keys(google.state.asked[1]?.headers ?? {})).not.toContain("login-customer-id");
  const manager = await open({ developerToken: "developer", managerId: "9998887776" });
  expect(await manager.readDays({ ...asked, customerId: "1112223334" })).toEqual([]);
  expect(google.state.asked.at(-1)?.headers).toMatchObject({
    ...{ "developer-token": "developer", "login-customer-id": "9998887776" },
  });
});

test("accounts are listed with names; a campaign without delivery is found, but not another account's", async () => {
  const ads = await open();
  expect(await ads.listCustomers()).toEqual(["1234567890", "9998887776"]);
  expect(await ads.nameOf("1234567890")).toBe("Harbor Dental");
  expect(await ads.nameOf("9998887776")).toBe("9998887776");
  expect(await ads.findCampaigns(customerId, ["902", "903"])).toEqual(new Set(["902"]));
  google.state.customers = {};
  expect(await ads.listCustomers()).toEqual([]);
});

const api = (code: number, status: string, errorCode: Record<string, string>) => ({
  ...{ to: "api" as const, status: code },
  body: [googleAdsError(code, status, errorCode)],
});
test.each([
  ["an outage", { to: "api", status: 503, body: "<html>" }, "unreachable"],
  ["a proxy's page", { to: "api", status: 403, body: "<html>" }, "unreachable"],
  ["an unexpected body", { to: "api", status: 200, body: { results: "soon" } }, "unreachable"],
  ["a quota", api(429, "RESOURCE_EXHAUSTED", { quotaError: "RESOURCE_EXHAUSTED" }), "busy"],
  ["a limit without details", { to: "api", status: 429, body: {} }, "busy"],
  ["an outage of the token endpoint", { to: "token", status: 500, body: "" }, "unreachable"],
] as const)("an error after %s can be retried", async (_, answer, about) => {
  google.state.answers = [answer];
  expect(await refused()).toMatchObject({ about, isForGood: false });
});

test.each([
  ["OAUTH_TOKEN_REVOKED", "authenticationError", 401, "refreshToken"],
  ["DEVELOPER_TOKEN_INVALID", "authenticationError", 401, "developerToken"],
  ["DEVELOPER_TOKEN_NOT_APPROVED", "authorizationError", 403, "developerToken"],
  ["CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION", "authorizationError", 403, "project"],
  ["NOT_ADS_USER", "authenticationError", 401, "noAccount"],
  ["CUSTOMER_NOT_FOUND", "authenticationError", 401, "customer"],
  ["CUSTOMER_NOT_ENABLED", "authorizationError", 403, "customer"],
  ["UNRECOGNIZED_FIELD", "queryError", 400, "other"],
] as const)("Google's code %s can't be retried", async (code, kind, status, about) => {
  const general = status === 401 ? "UNAUTHENTICATED" : "PERMISSION_DENIED";
  google.state.answers = [api(status, general, { [kind]: code })];
  expect(await refused()).toMatchObject({
    ...{ about, isForGood: true, message: "Google: The request was rejected." },
  });
});

test("an account that the credentials can't open and one in another currency are rejected", async () => {
  expect(await refused({}, { ...asked, customerId: "1112223334" })).toMatchObject({
    ...{ about: "customer", isForGood: true },
  });
  Object.assign(google.state.customers["1234567890"] ?? {}, { currencyCode: "EUR" });
  expect(await refused()).toMatchObject({ message: "The account's currency is EUR" });
});

test("an error in the middle of a stream rejects the whole response", async () => {
  const { body } = api(500, "INTERNAL", { internalError: "TRANSIENT_ERROR" });
  google.state.answers = [{ to: "api", status: 200, body: [{ results: [] }, ...body] }];
  expect(await refused()).toMatchObject({ about: "unreachable" });
});

test.each([
  ["refreshToken", "another", "refreshToken", "Google: Token has been expired or revoked."],
  ["clientSecret", "another", "client", "Google: The OAuth client was not found."],
] as const)("a wrong %s is recognized", async (name, value, about, message) => {
  expect(await refused({ [name]: value })).toMatchObject({ about, message, isForGood: true });
});

test("an error never contains a secret, even if Google quotes it", async () => {
  const said = `No ${Object.values(googleCredentials).join(" ")} dev-1 ya29.example`;
  google.state.answers = [
    {
      ...{ to: "api", status: 400 },
      body: googleAdsError(400, "INVALID_ARGUMENT", { requestError: "UNKNOWN" }, said),
    },
  ];
  expect((await refused({ developerToken: "dev-1" })).message).toBe(
    `Google: No ${googleCredentials.clientId} [secret] [secret] [secret] [secret]`,
  );
});

test("a redirect isn't followed, and an unreachable server is reported as such", async () => {
  expect(await refused({ oauthUrl: "http://127.0.0.1:9" })).toMatchObject({ about: "unreachable" });
  google.state.answers = [{ to: "api", status: 307, body: "" }];
  expect(await refused()).toMatchObject({ about: "unreachable" });
  expect(google.state.asked.map(({ path }) => path)).not.toContain("/elsewhere");
});

test("an id with characters other than digits never becomes part of a query", async () => {
  const ads = await open();
  const campaignIds = ["901) OR (campaign.id > 0"];
  await expect(ads.findCampaigns(customerId, campaignIds)).rejects.toThrow();
  expect(google.queries()).toEqual([]);
});

async function refused(change: object = {}, which = asked): Promise<GoogleAdsRefusal> {
  const error = await open(change)
    .then((ads) => ads.readDays(which))
    .catch((thrown: unknown) => thrown);
  if (error instanceof GoogleAdsRefusal) return error;
  throw new Error(`Not refused: ${JSON.stringify(error)}`);
}
