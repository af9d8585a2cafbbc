// The API's table of contents: the middleware of every request, in order, and all routes.

import { randomUUID } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import { languageOf } from "#contract/languages.ts";
import { billingRoutes } from "./accounts/practices/billing.routes.ts";
import { ownAccountRoutes } from "./accounts/practices/own-account.routes.ts";
import { ownerRoutes } from "./accounts/practices/owners.routes.ts";
import { peopleRoutes } from "./accounts/practices/people.routes.ts";
import { practiceRoutes } from "./accounts/practices/practices.routes.ts";
import { profileRoutes } from "./accounts/practices/profile.routes.ts";
import { registrationRoutes } from "./accounts/practices/registration.routes.ts";
import { passkeyRoutes } from "./accounts/sign-in/passkeys.routes.ts";
import { proofRoutes } from "./accounts/sign-in/proofs.routes.ts";
import { sessionRoutes } from "./accounts/sign-in/sessions.routes.ts";
import { sharedDeviceRoutes } from "./accounts/sign-in/shared-devices.routes.ts";
import { twoStepLoginRoutes } from "./accounts/sign-in/two-step-login.routes.ts";
import { bookingRoutes, ownCallRoutes } from "./agency/bookings/bookings.routes.ts";
import {
  contactRequestListRoutes,
  contactRequestRoutes,
  contactRequestWorkRoutes,
} from "./agency/contact-requests/contact-requests.routes.ts";
import { practiceReportRoutes } from "./agency/practice-reports/practice-reports.routes.ts";
import { settingsRoutes } from "./agency/settings/settings.routes.ts";
import { demoRoutes } from "./demos/demos.routes.ts";
import type { Deps } from "./deps.ts";
import { archiveRoutes } from "./desk/archive/archive.routes.ts";
import { callRoutes } from "./desk/calls/calls.routes.ts";
import { readChangedLeads } from "./desk/calls/changed-leads.ts";
import { incomingCallRoutes } from "./desk/incoming-calls/incoming-calls.routes.ts";
import { inquiryRoutes } from "./desk/inquiries/inquiries.routes.ts";
import { leadRoutes } from "./desk/leads/leads.routes.ts";
import { liveRoutes } from "./desk/live/live.routes.ts";
import { mergingRoutes } from "./desk/merging/merging.routes.ts";
import { queueRoutes } from "./desk/queue/queue.routes.ts";
import { figureRoutes } from "./desk/reports/figures.routes.ts";
import { ringRoutes } from "./desk/rings/rings.routes.ts";
import { AppError, answerError } from "./errors.ts";
import { checkDemos } from "./http/demo-requests.ts";
import { documentOnce, swaggerAssets } from "./http/docs.ts";
import { healthRoutes } from "./http/health.routes.ts";
import { makeRoutes, withoutFlags } from "./http/openapi.ts";
import { setApiHeaders } from "./http/request-checks.ts";
import { traceRequest } from "./http/traced-requests.ts";
import { addressReader } from "./http/visitor.ts";
import { stackOf } from "./log.ts";
import { alertRoutes } from "./messages/alerts/alerts.routes.ts";
import { leadEmailRoutes } from "./messages/mail/lead-emails.routes.ts";
import { mailRoutes } from "./messages/mail/mail.routes.ts";
import { pictureRoutes } from "./messages/pictures/pictures.routes.ts";
import { templateSetRoutes } from "./messages/template-sets/template-sets.routes.ts";
import { templateUpdateRoutes } from "./messages/template-sets/updates.routes.ts";
import { templateRoutes } from "./messages/templates/templates.routes.ts";
import { textRoutes } from "./messages/texts/texts.routes.ts";
import { systemRoutes } from "./operations/system/system.routes.ts";
import { accountRoutes } from "./people/accounts.routes.ts";
import { privacyRoutes } from "./privacy/privacy.routes.ts";
import { auditRoutes } from "./records/audit/audit.routes.ts";
import { searchRoutes } from "./search/search.routes.ts";
import { advertisingRoutes } from "./sources/advertising/advertising.routes.ts";
import { importRoutes, practiceImportRoutes } from "./sources/imports/imports.routes.ts";
import { answerFormPage, refusedPage } from "./sources/intake/form-page.ts";
import { hostedFormRoutes } from "./sources/intake/hosted-form.routes.ts";
import { intakeRoutes } from "./sources/intake/intake.routes.ts";
import { ownSourceRoutes, sourceRoutes } from "./sources/intake/sources.routes.ts";

export type Api = ReturnType<typeof makeApi>["api"];

/**
 * Returns the whole API as a function from a request to a response. In-process callers use
 * `api.request`. `readDocument` reads the OpenAPI document that the build made. If it's absent, the
 * first request for the document waits until it has been generated.
 */
export function makeApi(
  deps: Deps,
  { readDocument }: { readDocument?: () => Promise<string> } = {},
) {
  const base = makeRoutes().basePath("/api");
  const addressOf = addressReader(deps.config.trustedProxies);
  const origin = new URL(deps.config.origin);
  const isSecure = origin.protocol === "https:";

  base.use(async (c, next) => {
    const since = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("address", addressOf(c));
    c.set("origin", origin);
    setApiHeaders(c, requestId, isSecure);
    await traceRequest(deps.traces, c, next, () => c.req.routePath);
    const { status } = c.res;
    const { method, routePath } = c.req;
    deps.metrics.countRequest({ method, route: routePath, status, since });
    if (status >= 500) deps.log.warn({ requestId, method, routePath, status });
  });
  base.use(checkDemos(deps));

  // These routes are a separate chain. If they came earlier, the type that generates the OpenAPI
  // document would be lost.
  const api = base
    .route("/", sessionRoutes(deps))
    .route("/", accountRoutes(deps))
    .route("/", registrationRoutes(deps))
    .route("/", profileRoutes(deps))
    .route("/", passkeyRoutes(deps))
    .route("/", ownAccountRoutes(deps))
    .route("/", twoStepLoginRoutes(deps))
    .route("/", proofRoutes(deps))
    .route("/", peopleRoutes(deps))
    .route("/", practiceRoutes(deps))
    .route("/", billingRoutes(deps))
    .route("/", practiceReportRoutes(deps))
    .route("/", ownerRoutes(deps))
    .route("/", auditRoutes(deps))
    .route("/", searchRoutes(deps))
    .route("/", settingsRoutes(deps))
    .route("/", systemRoutes(deps))
    .route("/", contactRequestRoutes(deps))
    .route("/", contactRequestListRoutes(deps))
    .route("/", contactRequestWorkRoutes(deps))
    .route("/", bookingRoutes(deps))
    .route("/", ownCallRoutes(deps))
    .route("/", alertRoutes(deps))
    .route("/", ringRoutes(deps))
    .route("/", incomingCallRoutes(deps))
    .route("/", textRoutes(deps))
    // Comes before all routes for a single lead, because it redirects requests for merged leads.
    .route("/", mergingRoutes(deps))
    .route("/", archiveRoutes(deps))
    // Comes before the lead routes, because `/leads/{id}` would match "figures" as an id.
    .route("/", figureRoutes(deps))
    .route("/", queueRoutes(deps))
    .route("/", callRoutes(deps))
    .route("/", sharedDeviceRoutes(deps))
    .route("/", liveRoutes(deps, readChangedLeads))
    // Comes before the lead routes, because `/leads/{id}` would match "imports" as an id.
    .route("/leads", importRoutes(deps))
    .route("/admin/clients/:id", practiceImportRoutes(deps))
    .route("/", inquiryRoutes(deps))
    .route("/", leadRoutes(deps))
    .route("/", privacyRoutes(deps))
    .route("/", intakeRoutes(deps))
    .route("/", hostedFormRoutes(deps))
    .route("/", sourceRoutes(deps))
    .route("/", ownSourceRoutes(deps))
    .route("/", advertisingRoutes(deps))
    .route("/", mailRoutes(deps))
    .route("/", leadEmailRoutes(deps))
    .route("/", templateSetRoutes(deps))
    // Comes before the template routes, because `/templates/{id}` would match "updates" as an id.
    .route("/", templateUpdateRoutes(deps))
    .route("/", templateRoutes(deps))
    .route("/", pictureRoutes(deps))
    .route("/", demoRoutes(deps))
    .route("/", healthRoutes(deps));

  base.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  for (const name of ["clientToken", "adminToken", "demoToken"]) {
    base.openAPIRegistry.registerComponent("securitySchemes", name, {
      type: "apiKey",
      in: "cookie",
      name,
    });
  }
  const document = () => JSON.stringify(withoutFlags(base.getOpenAPI31Document(documentHead)));
  base.get("/openapi.json", documentOnce(readDocument ?? document));
  base.route("/docs", swaggerAssets());

  base.notFound((c) => {
    const allowed = methodsOf(api.routes, c.req.path);
    if (allowed.length === 0) throw new AppError("not_found");
    c.header("Allow", allowed.join(", "));
    throw new AppError("method_not_allowed");
  });
  base.onError((error, c) => {
    const refusal = error instanceof HTTPException ? refusalOf(error) : error;
    const { body, headers } = answerError(refusal, languageOf(c.req.header("content-language")));
    if (body.status === 500) {
      const { requestId } = c.var;
      deps.log.error(
        { requestId, method: c.req.method, stack: stackOf(error) },
        "unexpected error",
      );
    }
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (c.get("isReadAsPage")) return answerFormPage(c, refusedPage(body.code), body.status as 400);
    return c.json(body, body.status as 400);
  });

  return { api, document };
}

const documentHead = {
  openapi: "3.1.0",
  info: {
    title: "Front desk API",
    version: "1",
    description:
      "Contact requests from the public sites, each practice's leads, calls and emails, and the owner's console.",
  },
};

/** Maps the framework's own errors to the contract's format. */
function refusalOf(exception: HTTPException): AppError {
  if (exception.status === 413) return new AppError("too_large");
  return new AppError(exception.status === 415 ? "unsupported_media_type" : "malformed");
}

function methodsOf(routes: { path: string; method: string }[], path: string): string[] {
  const matching = routes.filter(
    (route) => route.method !== "ALL" && toPattern(route.path).test(path),
  );
  return [...new Set(matching.map((route) => route.method))];
}

function toPattern(route: string): RegExp {
  return new RegExp(`^${route.replace(/:[^/]+/g, "[^/]+")}$`);
}
