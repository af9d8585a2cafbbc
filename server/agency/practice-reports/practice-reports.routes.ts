// What the owner sends to practices, and who gets the Monday email.
import { z } from "zod";
import { mondayMailWords } from "#content/monday-mail.ts";
import { monthReportWords } from "#content/month-report.ts";
import { uuid } from "#contract/fields.ts";
import { MondayMail, MondayMailAnswer, MondayMailChange } from "#contract/monday-mail.ts";
import { MonthReportRequest, ReportReaders } from "#contract/month-reports.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin, requireRight } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import {
  getOwnMondayMail,
  getPracticeMondayMail,
  setOwnMondayMail,
  setPracticeMondayMail,
} from "./monday-switches.ts";
import { listReportReaders, sendMonthReport } from "./send-month-report.ts";

export function practiceReportRoutes(deps: Deps) {
  const owner = operations("reports", signedIn.admin, requireAdmin(deps));
  const byId = z.object({ id: uuid });
  const readers = owner.get("/admin/clients/{id}/report-readers", {
    summary: "The people at a practice who can get its reports; audited",
    request: { params: byId },
    responses: answers(200, ReportReaders),
  });
  const send = owner.post("/admin/clients/{id}/month-reports", {
    summary: "Email a month's report as a PDF to people at the practice",
    request: { params: byId, body: jsonBody(MonthReportRequest) },
    responses: answers(201, Message),
  });

  const ofPractice = owner.get("/admin/clients/{id}/monday-mail", {
    summary: "Whether a practice gets the Monday email",
    request: { params: byId },
    responses: answers(200, MondayMail),
  });
  const setOfPractice = owner.put("/admin/clients/{id}/monday-mail", {
    summary: "Turn a practice's Monday email on or off",
    request: { params: byId, body: jsonBody(MondayMailChange) },
    responses: answers(200, MondayMailAnswer),
  });
  const ofOwner = owner.get("/admins/myself/monday-mail", {
    summary: "Whether the signed-in owner gets the Monday email",
    responses: answers(200, MondayMail),
  });
  const setOfOwner = owner.put("/admins/myself/monday-mail", {
    summary: "Turn one's own Monday email on or off",
    request: { body: jsonBody(MondayMailChange) },
    responses: answers(200, MondayMailAnswer),
  });
  const manager = operations("reports", signedIn.client, requireRight(deps, "reports"));
  const ofManager = manager.get("/clients/me/monday-mail", {
    summary: "Whether the signed-in manager gets the Monday email",
    responses: answers(200, MondayMail),
  });
  const setOfManager = manager.put("/clients/me/monday-mail", {
    summary: "Turn one's own Monday email on or off",
    request: { body: jsonBody(MondayMailChange) },
    responses: answers(200, MondayMailAnswer),
  });

  return makeRoutes()
    .openapi(ofPractice, async (c) =>
      c.json(await getPracticeMondayMail(deps, c.req.valid("param").id), 200),
    )
    .openapi(setOfPractice, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      const { isOn } = c.req.valid("json");
      const { id } = c.req.valid("param");
      return c.json(answerOf(await setPracticeMondayMail(deps, caller, id, isOn)), 200);
    })
    .openapi(ofOwner, async (c) =>
      c.json(await getOwnMondayMail(deps, c.get("admin").accountId), 200),
    )
    .openapi(setOfOwner, async (c) => {
      const { accountId } = c.get("admin");
      const { isOn } = c.req.valid("json");
      return c.json(answerOf(await setOwnMondayMail(deps, accountId, isOn)), 200);
    })
    .openapi(ofManager, async (c) =>
      c.json(await getOwnMondayMail(deps, c.get("client").accountId), 200),
    )
    .openapi(setOfManager, async (c) => {
      const { accountId } = c.get("client");
      const { isOn } = c.req.valid("json");
      return c.json(answerOf(await setOwnMondayMail(deps, accountId, isOn)), 200);
    })
    .openapi(readers, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      return c.json(await listReportReaders(deps, caller, c.req.valid("param").id), 200);
    })
    .openapi(send, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      const { id } = c.req.valid("param");
      const count = await sendMonthReport(deps, caller, id, c.req.valid("json"));
      return c.json({ message: monthReportWords.sent(count) }, 201);
    });
}

function answerOf(set: MondayMail) {
  return { ...set, message: set.isOn ? mondayMailWords.turnedOn : mondayMailWords.turnedOff };
}
