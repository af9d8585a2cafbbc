// All URLs of the product.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { caseStudies } from "#content/case-studies.ts";
import { caseStudyPath } from "./portfolio/case-study-paths.ts";
import { consolePages, deskPages } from "./signed-in-pages.ts";

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
    ...deskPages.map((name) => route(`lms/${name}`, `lms/${name}.tsx`)),
    route("lms/dashboard/reload", "lms/dashboard/reload.ts"),
  ]),
  route("demo", "demo.tsx"),
  route("unsubscribe", "unsubscribe.tsx"),
  route("booked-call", "booked-call.tsx"),
  route("admin/sign-in", "admin/sign-in.tsx"),
  route("admin/join", "admin/join.tsx"),
  layout("admin/layout.tsx", [
    ...consolePages.map((name) => route(`admin/${name}`, `admin/${name}.tsx`)),
    route("admin/requests", "admin/requests.tsx", [
      index("admin/requests/none-chosen.tsx"),
      route(":id", "admin/request.tsx"),
    ]),
    route("admin/*", "admin/not-found.tsx"),
  ]),
  route("get-started", "moved-pages.tsx", { id: "moved-get-started" }),
  // A case study's address without its last part.
  route("projects", "moved-pages.tsx", { id: "moved-projects" }),
  // The old URL of the list of inquiries. cspell:ignore enquiries
  route("lms/enquiries", "moved-pages.tsx", { id: "moved-enquiries" }),
  route("admin", "moved-pages.tsx", { id: "moved-admin" }),
  route("admin/inquiries", "moved-pages.tsx", { id: "moved-inquiries" }),
  route("admin/clients", "moved-pages.tsx", { id: "moved-clients" }),
  route("*", "not-found.tsx"),
] satisfies RouteConfig;

/**
 * Returns the marketing pages for one language. The pages are the same in each language; their
 * frame provides the texts.
 */
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
