import type { Context } from "hono";
import { z } from "zod";
import { billingMessages as messages } from "#content/console/billing.ts";
import {
  AgreementChange,
  BillingChanged,
  DueInvoices,
  DueInvoicesAdded,
  NewInvoice,
  Payment,
} from "#contract/billing.ts";
import { uuid } from "#contract/fields.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireAdmin } from "#server/http/guards.ts";
import {
  answers,
  fileAnswer,
  fileHeaders,
  jsonBody,
  makeRoutes,
  operations,
  signedIn,
} from "#server/http/openapi.ts";
import { refuseHead } from "#server/http/request-checks.ts";
import {
  type ActingOwner,
  addDueInvoices,
  addInvoice,
  changeAgreement,
  deleteInvoice,
  getBilling,
  setPaid,
} from "./billing.ts";
import { exportInvoices, invoicesName } from "./invoice-export.ts";

/** What practices pay the agency, for owners only. */
export function billingRoutes(deps: Deps) {
  const guarded = operations("clients", signedIn.admin, requireAdmin(deps));
  const proven = operations("clients", signedIn.admin, requireAdmin(deps, { isProven: true }));
  const byId = z.object({ id: uuid });
  const byInvoice = byId.extend({ invoiceId: uuid });
  const agreement = guarded.put("/admin/clients/{id}/agreement", {
    summary: "Change a practice's package, its monthly fee and its dates",
    request: { params: byId, body: jsonBody(AgreementChange) },
    responses: answers(200, BillingChanged),
  });
  const addition = guarded.post("/admin/clients/{id}/invoices", {
    summary: "Add an invoice of a practice",
    request: { params: byId, body: jsonBody(NewInvoice) },
    responses: answers(201, BillingChanged),
  });
  const payment = guarded.put("/admin/clients/{id}/invoices/{invoiceId}/payment", {
    summary: "Mark an invoice as paid",
    request: { params: byInvoice, body: jsonBody(Payment) },
    responses: answers(200, BillingChanged),
  });
  const noPayment = guarded.delete("/admin/clients/{id}/invoices/{invoiceId}/payment", {
    summary: "Mark an invoice as not paid",
    request: { params: byInvoice },
    responses: answers(200, BillingChanged),
  });
  const deletion = guarded.delete("/admin/clients/{id}/invoices/{invoiceId}", {
    summary: "Delete an invoice that was added by mistake",
    request: { params: byInvoice },
    responses: answers(200, BillingChanged),
  });
  const allDue = guarded.post("/admin/invoices", {
    summary: "Add the invoices that are due, for each practice's fee; idempotent by due date",
    request: { body: jsonBody(DueInvoices) },
    responses: answers(201, DueInvoicesAdded),
  });
  const exported = proven.get("/admin/invoices/export.csv", {
    summary: "Export the invoices of all practices as CSV",
    responses: fileAnswer("text/csv", { description: "A UTF-8 file with one row per invoice" }),
  });

  return makeRoutes()
    .openapi(agreement, async (c) => {
      const { id } = c.req.valid("param");
      await changeAgreement(deps, ownerOf(c), id, c.req.valid("json"));
      return c.json({ ...(await getBilling(deps, id)), message: messages.saved }, 200);
    })
    .openapi(addition, async (c) => {
      const { id } = c.req.valid("param");
      await addInvoice(deps, ownerOf(c), id, c.req.valid("json"));
      return c.json({ ...(await getBilling(deps, id)), message: messages.added }, 201);
    })
    .openapi(payment, async (c) => {
      const { id: clientId, invoiceId } = c.req.valid("param");
      const { paidOn } = c.req.valid("json");
      await setPaid(deps, ownerOf(c), { clientId, invoiceId }, paidOn);
      return c.json({ ...(await getBilling(deps, clientId)), message: messages.paid }, 200);
    })
    .openapi(noPayment, async (c) => {
      const { id: clientId, invoiceId } = c.req.valid("param");
      await setPaid(deps, ownerOf(c), { clientId, invoiceId }, null);
      return c.json({ ...(await getBilling(deps, clientId)), message: messages.unpaid }, 200);
    })
    .openapi(deletion, async (c) => {
      const { id: clientId, invoiceId } = c.req.valid("param");
      await deleteInvoice(deps, ownerOf(c), { clientId, invoiceId });
      return c.json({ ...(await getBilling(deps, clientId)), message: messages.deleted }, 200);
    })
    .openapi(allDue, async (c) => {
      const added = await addDueInvoices(deps, ownerOf(c), c.req.valid("json"));
      return c.json({ added, message: messages.dueAdded(added) }, 201);
    })
    .openapi(exported, async (c) => {
      refuseHead(c);
      const file = await exportInvoices(deps, ownerOf(c));
      return c.body(file, 200, fileHeaders(invoicesName(deps.now())));
    });
}

function ownerOf(c: Context<Env>): ActingOwner {
  return { ...c.get("admin"), address: c.get("address") };
}
