// The complete URL map.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { caseStudies } from "#content/case-studies.ts";
import { caseStudyPath } from "./portfolio/case-study-paths.ts";

export default [
  layout("portfolio/layout.tsx", [
    index("portfolio/home.tsx"),
    route("contact", "portfolio/contact.tsx"),
    ...caseStudies.map(({ project }) =>
      route(caseStudyPath(project).slice(1), "portfolio/case-study.tsx", {
        id: caseStudyPath(project),
      }),
    ),
  ]),
  route("marketing", "marketing/layout.tsx", marketingPages("")),
  route("es/marketing", "marketing/es-layout.tsx", marketingPages("es/")),
  route("lms/privacy-policy", "legal.tsx", { id: "privacy-policy" }),
  route("lms/terms-and-conditions", "legal.tsx", { id: "terms-and-conditions" }),
  route("marketing/makeover-plan", "marketing/makeover-plan.tsx"),
  route("es/marketing/makeover-plan", "marketing/es-makeover-plan.tsx"),
  route("es/lms/privacy-policy", "es-legal.tsx", { id: "es/privacy-policy" }),
  route("es/lms/terms-and-conditions", "es-legal.tsx", { id: "es/terms-and-conditions" }),
  route("lms", "lms/sign-in.tsx"),
  route("lms/recover", "lms/recover.tsx"),
  route("lms/join", "lms/join.tsx"),
  route("lms/locked", "lms/locked.tsx"),
  route("lms/confirm", "lms/confirm.tsx"),
  route("lms/confirm-change", "lms/confirm-change.tsx"),
  layout("lms/layout.tsx", [
    route("lms/dashboard", "lms/dashboard.tsx"),
    route("lms/dashboard/reload", "lms/dashboard/reload.ts"),
    route("lms/figures", "lms/figures.tsx"),
    route("lms/month", "lms/month.tsx"),
    route("lms/inquiries", "lms/inquiries.tsx"),
    route("lms/lead", "lms/lead.tsx"),
    route("lms/same-person", "lms/same-person.tsx"),
    route("lms/callbacks", "lms/callbacks.tsx"),
    route("lms/archive", "lms/archive.tsx"),
    route("lms/import", "lms/import.tsx"),
    route("lms/template", "lms/template.tsx"),
    route("lms/template-updates", "lms/template-updates.tsx"),
    route("lms/mail", "lms/mail.tsx"),
    route("lms/profile", "lms/profile.tsx"),
    route("lms/outbox", "lms/outbox.tsx"),
  ]),
  route("demo", "demo.tsx"),
  route("unsubscribe", "unsubscribe.tsx"),
  route("booked-call", "booked-call.tsx"),
  route("admin/sign-in", "admin/sign-in.tsx"),
  route("admin/join", "admin/join.tsx"),
  layout("admin/layout.tsx", [
    route("admin/today", "admin/today.tsx"),
    route("admin/requests", "admin/requests.tsx", [
      index("admin/requests/none-chosen.tsx"),
      route(":id", "admin/request.tsx"),
    ]),
    route("admin/calls", "admin/calls.tsx"),
    route("admin/practices", "admin/practices.tsx"),
    route("admin/compare", "admin/compare.tsx"),
    route("admin/practice", "admin/practice.tsx"),
    route("admin/report", "admin/report.tsx"),
    route("admin/sources", "admin/sources.tsx"),
    route("admin/import", "admin/import.tsx"),
    route("admin/campaigns", "admin/campaigns.tsx"),
    route("admin/campaign", "admin/campaign.tsx"),
    route("admin/templates", "admin/templates.tsx"),
    route("admin/template-set", "admin/template-set.tsx"),
    route("admin/source", "admin/source.tsx"),
    route("admin/mail", "admin/mail.tsx"),
    route("admin/audit", "admin/audit.tsx"),
    route("admin/jobs", "admin/jobs.tsx"),
    route("admin/system", "admin/system.tsx"),
    route("admin/settings", "admin/settings.tsx"),
    route("admin/account", "admin/account.tsx"),
    route("admin/*", "admin/not-found.tsx"),
  ]),
  route("get-started", "moved-pages.tsx", { id: "moved-get-started" }),
  // The inquiry list's former name. cspell:ignore enquiries
  route("lms/enquiries", "moved-pages.tsx", { id: "moved-enquiries" }),
  route("admin", "moved-pages.tsx", { id: "moved-admin" }),
  route("admin/inquiries", "moved-pages.tsx", { id: "moved-inquiries" }),
  route("admin/clients", "moved-pages.tsx", { id: "moved-clients" }),
  route("*", "not-found.tsx"),
] satisfies RouteConfig;

/** The pages are the same in each language; their frame has the words. */
function marketingPages(before: "" | "es/") {
  return [
    index("marketing/landing.tsx", { id: `${before}landing` }),
    route("faq", "marketing/faq.tsx", { id: `${before}faq` }),
    route("contact", "marketing/contact.tsx", { id: `${before}marketing-contact` }),
    route("get-started", "marketing/get-started.tsx", { id: `${before}get-started` }),
    ...["patient-data", "accessibility"].map((path) =>
      route(path, before === "es/" ? "marketing/es-trust.tsx" : "marketing/trust.tsx", {
        id: before + path,
      }),
    ),
  ];
}
