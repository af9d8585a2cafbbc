// Google's Ads API over REST: the accounts that the credentials open, and campaigns' figures by
// day. developers.google.com/google-ads/api/rest; the refresh token needs the scope `adwords`.
import { z } from "zod";
import { maxCents } from "#contract/money.ts";
import type { Config } from "#server/config.ts";
import { readJson } from "./read-json.ts";

/** From October 2026. Google plans to turn it off in November 2027. */
export const googleAdsVersion = "v26";

type Settings = Config["googleAds"];

export type GoogleAdsDay = {
  platformCampaignId: string;
  day: string;
  impressions: number;
  clicks: number;
  spendCents: number;
};

/** The cause of a rejection, so that a sentence can say what to do. */
export type GoogleAdsProblem =
  /** No response, an outage, or a response that can't be parsed. */
  | "unreachable"
  /** Too many requests. */
  | "busy"
  /** The refresh token was revoked, has expired, or belongs to another OAuth client. */
  | "refreshToken"
  /** Google doesn't know the OAuth client, or its secret is wrong. */
  | "client"
  | "developerToken"
  /** The OAuth client's Google Cloud project has no access to the API, or only to test accounts. */
  | "project"
  /** The Google account has no Google Ads account. */
  | "noAccount"
  /** The account doesn't exist, isn't active, or the credentials don't open it. */
  | "customer"
  | "other";

/** An error from Google: its own message without secrets, and its cause. */
export class GoogleAdsRefusal extends Error {
  readonly about: GoogleAdsProblem;
  /** Whether a retry can't help. */
  readonly isForGood: boolean;
  constructor(problem: string, about: GoogleAdsProblem) {
    super(problem);
    this.name = "GoogleAdsRefusal";
    this.about = about;
    this.isForGood = about !== "unreachable" && about !== "busy";
  }
}

/** Every call throws `GoogleAdsRefusal`. Customer ids are ten digits. */
export type GoogleAds = {
  /** The accounts that the credentials open directly, without those below a manager account. */
  listCustomers(): Promise<string[]>;
  /** Returns the account's name, or its id if it has none. */
  nameOf(customerId: string): Promise<string>;
  /** Days without delivery are omitted. An account in another currency is rejected. */
  readDays(asked: {
    customerId: string;
    campaignIds: string[];
    since: string;
    until: string;
  }): Promise<GoogleAdsDay[]>;
  /** Returns which of the campaigns the account has, including removed ones. */
  findCampaigns(customerId: string, campaignIds: string[]): Promise<Set<string>>;
};

/** Whether everything that Google requires is set. */
export function isGoogleAdsSetUp({ clientId, clientSecret, refreshToken }: Settings): boolean {
  return Boolean(clientId && clientSecret && refreshToken);
}

/** An int64 in JSON: a string of digits. */
export const googleCampaignId = z.string().regex(/^\d{1,18}$/);
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .default("0");
const Customers = z.object({ resourceNames: z.array(z.string()).default([]) });
const batches = <Row extends z.ZodType>(row: Row) =>
  z.array(z.object({ results: z.array(row).default([]) }));
const CustomerRow = z.object({
  customer: z.object({ id: z.string(), descriptiveName: z.string().optional() }),
});
const CampaignRow = z.object({ campaign: z.object({ id: googleCampaignId }) });
const DayRow = CampaignRow.extend({
  customer: z.object({ currencyCode: z.string() }),
  segments: z.object({ date: z.iso.date() }),
  metrics: z.object({
    impressions: count.transform(Number),
    clicks: count.transform(Number),
    costMicros: count.transform(centsOf).refine((cents) => cents <= maxCents),
  }),
});

/** A millionth of a dollar; parts of a cent are rounded half up. */
function centsOf(micros: string): number {
  return Math.round(Number(micros) / 10_000);
}

/** Exchanges the refresh token for an access token, which lasts for an hour. */
export async function openGoogleAds(settings: Settings): Promise<GoogleAds> {
  const secrets = secretsOf(settings);
  const accessToken = await askAccessToken(settings, secrets);
  secrets.push(accessToken);
  const headers = {
    Authorization: `Bearer ${accessToken}`,
    ...(settings.developerToken && { "developer-token": settings.developerToken }),
  };
  const asManager = settings.managerId && { "login-customer-id": settings.managerId };

  async function search<Row extends z.ZodType>(customerId: string, query: string, row: Row) {
    const path = `customers/${encodeURIComponent(customerId)}/googleAds:searchStream`;
    const answer = await ask(new URL(`${settings.apiUrl}/${googleAdsVersion}/${path}`), {
      method: "POST",
      headers: { ...headers, ...asManager, "Content-Type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const read = batches(row).safeParse(answer.json);
    // A stream that has started reports its error in a later batch.
    if (answer.status !== 200 || hasError(answer.json) || !read.success) {
      throw refusalOf(answer, secrets);
    }
    return read.data.flatMap(({ results }) => results);
  }

  return {
    async listCustomers() {
      const path = "customers:listAccessibleCustomers";
      const url = new URL(`${settings.apiUrl}/${googleAdsVersion}/${path}`);
      const answer = await ask(url, { headers });
      const customers = Customers.safeParse(answer.json);
      if (answer.status !== 200 || !customers.success) throw refusalOf(answer, secrets);
      return customers.data.resourceNames.map((name) => name.replace("customers/", ""));
    },
    async nameOf(customerId) {
      const query = "SELECT customer.id, customer.descriptive_name FROM customer LIMIT 1";
      const [row] = await search(customerId, query, CustomerRow);
      return row?.customer.descriptiveName || customerId;
    },
    async readDays({ customerId, campaignIds, since, until }) {
      const rows = await search(
        customerId,
        `SELECT campaign.id, segments.date, metrics.cost_micros, metrics.impressions, metrics.clicks, customer.currency_code FROM campaign WHERE segments.date BETWEEN '${since}' AND '${until}' AND ${isOneOf(campaignIds)}`,
        DayRow,
      );
      return rows.map(({ campaign, customer, segments, metrics }) => {
        if (customer.currencyCode !== "USD") {
          const problem = `The account's currency is ${customer.currencyCode}`;
          throw new GoogleAdsRefusal(withoutSecrets(problem, secrets), "other");
        }
        const { impressions, clicks, costMicros: spendCents } = metrics;
        const day = segments.date;
        return { platformCampaignId: campaign.id, day, impressions, clicks, spendCents };
      });
    },
    async findCampaigns(customerId, campaignIds) {
      const query = `SELECT campaign.id FROM campaign WHERE ${isOneOf(campaignIds)}`;
      const rows = await search(customerId, query, CampaignRow);
      return new Set(rows.map(({ campaign }) => campaign.id));
    },
  };
}

function isOneOf(campaignIds: string[]): string {
  return `campaign.id IN (${campaignIds.map((id) => googleCampaignId.parse(id)).join(", ")})`;
}

const AccessToken = z.object({ access_token: z.string().min(1) });

async function askAccessToken(settings: Settings, secrets: string[]): Promise<string> {
  const { clientId = "", clientSecret = "", refreshToken = "", oauthUrl } = settings;
  const answer = await ask(new URL(`${oauthUrl}/token`), {
    method: "POST",
    body: new URLSearchParams({
      ...{ client_id: clientId, client_secret: clientSecret },
      ...{ refresh_token: refreshToken, grant_type: "refresh_token" },
    }),
  });
  const token = AccessToken.safeParse(answer.json);
  if (answer.status === 200 && token.success) return token.data.access_token;
  throw oauthRefusalOf(answer, secrets);
}

type Answer = { status: number; json: unknown };

const timeoutMs = 20_000;

async function ask(url: URL, request: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      ...request,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, json: await readJson(answer) };
  } catch (error) {
    // A message may quote what was sent, so only the type of error is passed on.
    const kind = error instanceof Error ? error.name : "unknown error";
    throw new GoogleAdsRefusal(`Google couldn't be reached (${kind})`, "unreachable");
  }
}

/** RFC 6749, section 5.2. */
const OauthError = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
});

const oauthProblems: Record<string, GoogleAdsProblem> = {
  invalid_grant: "refreshToken",
  invalid_client: "client",
  unauthorized_client: "client",
  deleted_client: "client",
};

function oauthRefusalOf({ status, json }: Answer, secrets: string[]): GoogleAdsRefusal {
  const said = OauthError.safeParse(json).data;
  if (!said) return unreadable(status, json);
  const message = withoutSecrets(said.error_description ?? said.error, secrets);
  return new GoogleAdsRefusal(`Google: ${message}`, oauthProblems[said.error] ?? aboutOf(status));
}

const ApiError = z.object({
  message: z.string().catch("no reason given"),
  status: z.string().optional().catch(undefined),
  details: z.array(z.unknown()).catch([]),
});
const errorOf = z.object({ error: ApiError });
/** One detail of an error: a Google Ads failure, or what all of Google's APIs share. */
const Detail = z.object({
  reason: z.string().optional().catch(undefined),
  errors: z
    .array(
      z.object({
        errorCode: z.record(z.string(), z.unknown()).catch({}),
        message: z.string().optional().catch(undefined),
      }),
    )
    .catch([]),
});

function hasError(json: unknown): boolean {
  return saidIn(json) !== undefined;
}

/** `searchStream` wraps an error in an array, as it does its batches. */
function saidIn(json: unknown): z.infer<typeof ApiError> | undefined {
  for (const one of [json].flat()) {
    const found = errorOf.safeParse(one).data;
    if (found) return found.error;
  }
  return undefined;
}

function refusalOf({ status, json }: Answer, secrets: string[]): GoogleAdsRefusal {
  const said = saidIn(json);
  if (!said) return unreadable(status, json);
  const details = said.details.flatMap((detail) => Detail.safeParse(detail).data ?? []);
  const [failure] = details.flatMap(({ errors }) => errors);
  const codes = details.flatMap(({ reason, errors }) => [
    ...(reason ? [reason] : []),
    ...errors.flatMap(({ errorCode }) => Object.values(errorCode).map(String)),
  ]);
  const message = withoutSecrets(failure?.message ?? said.message, secrets);
  const about = aboutCodes([...codes, said.status ?? ""]) ?? aboutOf(status);
  return new GoogleAdsRefusal(`Google: ${message}`, about);
}

/** A proxy's page or unexpected JSON says nothing about the request. */
function unreadable(status: number, json: unknown): GoogleAdsRefusal {
  const problem =
    status === 200 ? "Google returned something we can't read" : `Google returned status ${status}`;
  return new GoogleAdsRefusal(problem, json === undefined ? "unreachable" : aboutOf(status));
}

/** Google's codes, the more specific ones first: a rejected token also has a general status. */
const codesAbout: [about: GoogleAdsProblem, codes: RegExp][] = [
  ["busy", /^(RESOURCE_(TEMPORARILY_)?EXHAUSTED|EXCESSIVE_.*|RATE_LIMIT_EXCEEDED)$/],
  ["unreachable", /^(TRANSIENT_ERROR|INTERNAL_ERROR|DEADLINE_EXCEEDED|UNAVAILABLE|INTERNAL)$/],
  ["developerToken", /^DEVELOPER_TOKEN_/],
  ["project", /^(CLOUD_PROJECT_.*|PROJECT_DISABLED|SERVICE_DISABLED)$/],
  ["noAccount", /^NOT_ADS_USER$/],
  ["refreshToken", /^(OAUTH_TOKEN_.*|GOOGLE_ACCOUNT_.*|TWO_STEP_VERIFICATION_NOT_ENROLLED)$/],
  [
    "customer",
    /^(CUSTOMER_.*|CLIENT_CUSTOMER_ID_.*|USER_PERMISSION_DENIED|ACTION_NOT_PERMITTED.*|INVALID_LOGIN_CUSTOMER_ID.*|REQUESTED_METRICS_FOR_MANAGER|LOGIN_CUSTOMER_ID_.*)$/,
  ],
  ["refreshToken", /^UNAUTHENTICATED$/],
];

function aboutCodes(codes: string[]): GoogleAdsProblem | undefined {
  return codesAbout.find(([, pattern]) => codes.some((code) => pattern.test(code)))?.[0];
}

function aboutOf(status: number): GoogleAdsProblem {
  if (status === 429) return "busy";
  return status >= 400 && status < 500 ? "other" : "unreachable";
}

function secretsOf({ clientSecret, refreshToken, developerToken }: Settings): string[] {
  return [clientSecret, refreshToken, developerToken].filter((one) => one !== undefined);
}

const hidden = "[secret]";

/** Removes our own secrets, and everything that looks like one of Google's. */
function withoutSecrets(message: string, secrets: string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((text, secret) => text.replaceAll(secret, hidden), message)
    .replace(/ya29\.[\w.-]+|1\/\/[\w-]+|GOCSPX-[\w-]+|[\w-]{40,}/g, hidden)
    .slice(0, 500);
}
