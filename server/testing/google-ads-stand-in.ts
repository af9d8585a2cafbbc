// Google's token endpoint and Ads API on loopback, with their documented formats and errors.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { googleAdsVersion } from "#server/outside/google-ads.ts";

/** What the stand-in accepts. */
export const googleCredentials = {
  clientId: "1234.apps.googleusercontent.com",
  clientSecret: "GOCSPX-example",
  refreshToken: "1//example",
} as const;
const accessToken = "ya29.example";

type Day = { date: string; costMicros: string; impressions: string; clicks: string };
type Customer = {
  name?: string;
  currencyCode?: string;
  /** The manager account that opens it. Absent if the credentials open it directly. */
  managerId?: string;
  campaigns?: Record<string, Day[]>;
};

export type GoogleAdsStandIn = Awaited<ReturnType<typeof makeGoogleAdsStandIn>>;

export async function makeGoogleAdsStandIn() {
  const state = {
    customers: {} as Record<string, Customer>,
    /** The next responses that replace the usual ones, by path. A text body is sent as it is. */
    answers: [] as { to: "token" | "api"; status: number; body: unknown }[],
    /** The requests, in order. */
    asked: [] as { path: string; headers: IncomingHttpHeaders; body: string }[],
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = await text(request);
    state.asked.push({ path, headers: request.headers, body });
    const to = path === "/token" ? "token" : "api";
    const at = state.answers.findIndex((one) => one.to === to);
    const [next] = at < 0 ? [] : state.answers.splice(at, 1);
    if (next) return send(response, next.status, next.body);
    if (to === "token") return answerToken(response, new URLSearchParams(body));
    if (request.headers.authorization !== `Bearer ${accessToken}`) {
      const failure = { authenticationError: "OAUTH_TOKEN_INVALID" };
      return send(response, 401, googleAdsError(401, "UNAUTHENTICATED", failure));
    }
    if (path === `/${googleAdsVersion}/customers:listAccessibleCustomers`) {
      const open = Object.entries(state.customers).filter(([, { managerId }]) => !managerId);
      const resourceNames = open.map(([id]) => `customers/${id}`);
      return send(response, 200, resourceNames.length > 0 ? { resourceNames } : {});
    }
    const search = new RegExp(`^/${googleAdsVersion}/customers/(\\d+)/googleAds:searchStream$`);
    const [, id = ""] = search.exec(path) ?? [];
    const customer = state.customers[id];
    const manager = request.headers["login-customer-id"];
    if (!customer || (customer.managerId && customer.managerId !== manager)) {
      const failure = { authorizationError: "USER_PERMISSION_DENIED" };
      return send(response, 403, [googleAdsError(403, "PERMISSION_DENIED", failure)]);
    }
    send(response, 200, answerSearch(id, customer, JSON.parse(body).query));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    state,
    url,
    /** The environment variables that direct all requests to this stand-in. */
    environment: { GOOGLE_ADS_API_URL: url, GOOGLE_OAUTH_URL: url },
    /** The queries so far. */
    queries: () =>
      state.asked.flatMap(({ body }) => (body[0] === "{" ? JSON.parse(body).query : [])),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An error of Google Ads, as its REST interface words it. */
export function googleAdsError(
  code: number,
  status: string,
  errorCode: Record<string, string>,
  message = "The request was rejected.",
) {
  return {
    error: {
      ...{ code, status, message: "The caller does not have permission" },
      details: [
        {
          "@type": `type.googleapis.com/google.ads.googleads.${googleAdsVersion}.errors.GoogleAdsFailure`,
          errors: [{ errorCode, message }],
          requestId: "example",
        },
      ],
    },
  };
}

function answerToken(response: ServerResponse, form: URLSearchParams) {
  const { clientId, clientSecret, refreshToken } = googleCredentials;
  const refuse = (status: number, error: string, error_description: string) =>
    send(response, status, { error, error_description });
  if (form.get("grant_type") !== "refresh_token") {
    return refuse(400, "unsupported_grant_type", "Invalid grant_type");
  }
  if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret) {
    return refuse(401, "invalid_client", "The OAuth client was not found.");
  }
  if (form.get("refresh_token") !== refreshToken) {
    return refuse(400, "invalid_grant", "Token has been expired or revoked.");
  }
  const scope = "https://www.googleapis.com/auth/adwords";
  send(response, 200, {
    ...{ access_token: accessToken, expires_in: 3599, scope, token_type: "Bearer" },
  });
}

/** Sends one batch per campaign, so that there are several. Without a match there are none. */
function answerSearch(id: string, customer: Customer, query: string) {
  const { name, currencyCode = "USD", campaigns = {} } = customer;
  const resourceName = `customers/${id}`;
  if (query.includes(" FROM customer")) {
    const shown = { resourceName, id, ...(name && { descriptiveName: name }) };
    return [batch("customer.id,customer.descriptiveName", [{ customer: shown }])];
  }
  const [, ids = ""] = /campaign\.id IN \(([\d, ]+)\)/.exec(query) ?? [];
  const found = ids.split(", ").flatMap((one) => {
    const days = campaigns[one];
    return days ? [{ one, days }] : [];
  });
  const [, since = "", until = ""] = /BETWEEN '([\d-]+)' AND '([\d-]+)'/.exec(query) ?? [];
  const campaign = (one: string) => ({ resourceName: `${resourceName}/campaigns/${one}`, id: one });
  if (!since) return found.map(({ one }) => batch("campaign.id", [{ campaign: campaign(one) }]));
  return found.flatMap(({ one, days }) => {
    const results = days
      .filter(({ date }) => date >= since && date <= until)
      .map(({ date, ...metrics }) => ({
        customer: { resourceName, currencyCode },
        ...{ campaign: campaign(one), metrics, segments: { date } },
      }));
    return results.length > 0 ? [batch("campaign.id,segments.date", results)] : [];
  });
}

function batch(fieldMask: string, results: object[]) {
  return { results, fieldMask, requestId: "example" };
}

function send(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, {
      "Content-Type": "application/json; charset=UTF-8",
      ...(status >= 300 && status < 400 && { Location: "/elsewhere" }),
    })
    .end(typeof body === "string" ? body : JSON.stringify(body));
}
