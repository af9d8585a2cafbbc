// Routes for the reports that the owner sends to practices, and for who gets the regular emails.
import { z } from "zod";
import { monthReportWords } from "#content/month-report.ts";
import { ownMailWords } from "#content/regular-mail.ts";
import { uuid } from "#contract/fields.ts";
import {
  MonthCommentAnswer,
  MonthCommentChange,
  MonthMailings,
  MonthQuery,
  MonthReportRequest,
  ReportReaders,
} from "#contract/month-reports.ts";
import {
  MailSwitch,
  MailSwitchAnswer,
  MailSwitchChange,
  type RegularMail,
} from "#contract/regular-mail.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin, requireRight } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import {
  getOwnMailSwitch,
  getPracticeMailSwitch,
  setOwnMailSwitch,
  setPracticeMailSwitch,
} from "./mail-switches.ts";
import { saveMonthComment } from "./month-comment.ts";
import { listMonthMailings } from "./month-mailings.ts";
import { listReportReaders, sendMonthReport } from "./send-month-report.ts";

const byId = z.object({ id: uuid });
const readsSwitch = { responses: answers(200, MailSwitch) };
const setsSwitch = {
  request: { body: jsonBody(MailSwitchChange) },
  responses: answers(200, MailSwitchAnswer),
};
const setsSwitchById = { ...setsSwitch, request: { params: byId, ...setsSwitch.request } };

export function practiceReportRoutes(deps: Deps) {
  return makeRoutes().route("/", reportRoutes(deps)).route("/", switchRoutes(deps));
}

function reportRoutes(deps: Deps) {
  const owner = operations("reports", signedIn.admin, requireAdmin(deps));
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
  const mailings = owner.get("/admin/clients/{id}/month-reports", {
    summary: "When a month's report was emailed, and to whom; audited",
    request: { params: byId, query: MonthQuery },
    responses: answers(200, MonthMailings),
  });
  const comment = owner.put("/admin/clients/{id}/month-comment", {
    summary: "Save the comment on a practice's month, or remove it; audited",
    request: { params: byId, body: jsonBody(MonthCommentChange) },
    responses: answers(200, MonthCommentAnswer),
  });

  return makeRoutes()
    .openapi(readers, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      return c.json(await listReportReaders(deps, caller, c.req.valid("param").id), 200);
    })
    .openapi(send, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      const { id } = c.req.valid("param");
      const count = await sendMonthReport(deps, caller, id, c.req.valid("json"));
      return c.json({ message: monthReportWords.sent(count) }, 201);
    })
    .openapi(mailings, async (c) => {
      const { id } = c.req.valid("param");
      const caller = { ...c.get("admin"), address: c.get("address") };
      const mailings = await listMonthMailings(deps, caller, id, c.req.valid("query"));
      return c.json({ mailings }, 200);
    })
    .openapi(comment, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      const { id } = c.req.valid("param");
      const saved = await saveMonthComment(deps, caller, id, c.req.valid("json"));
      const message = saved ? monthReportWords.commentSaved : monthReportWords.commentRemoved;
      return c.json({ comment: saved, message }, 200);
    });
}

function switchRoutes(deps: Deps) {
  const owner = operations("reports", signedIn.admin, requireAdmin(deps));
  const manager = operations("reports", signedIn.client, requireRight(deps, "reports"));
  const mondayOfPractice = owner.get("/admin/clients/{id}/monday-mail", {
    summary: "Whether a practice gets the Monday email",
    ...{ request: { params: byId }, ...readsSwitch },
  });
  const setMondayOfPractice = owner.put("/admin/clients/{id}/monday-mail", {
    summary: "Turn a practice's Monday email on or off",
    ...setsSwitchById,
  });
  const monthOfPractice = owner.get("/admin/clients/{id}/month-mail", {
    summary: "Whether a practice's month is sent on the first",
    ...{ request: { params: byId }, ...readsSwitch },
  });
  const setMonthOfPractice = owner.put("/admin/clients/{id}/month-mail", {
    summary: "Turn sending a practice's month on the first on or off",
    ...setsSwitchById,
  });
  const mondayOfOwner = owner.get("/admins/myself/monday-mail", {
    summary: "Whether the signed-in owner gets the Monday email",
    ...readsSwitch,
  });
  const setMondayOfOwner = owner.put("/admins/myself/monday-mail", {
    summary: "Turn one's own Monday email on or off",
    ...setsSwitch,
  });
  const mondayOfManager = manager.get("/clients/me/monday-mail", {
    summary: "Whether the signed-in manager gets the Monday email",
    ...readsSwitch,
  });
  const setMondayOfManager = manager.put("/clients/me/monday-mail", {
    summary: "Turn one's own Monday email on or off",
    ...setsSwitch,
  });
  const monthOfManager = manager.get("/clients/me/month-mail", {
    summary: "Whether the signed-in manager gets the monthly report on the first",
    ...readsSwitch,
  });
  const setMonthOfManager = manager.put("/clients/me/month-mail", {
    summary: "Turn one's own monthly report by email on or off",
    ...setsSwitch,
  });
  const yesterdayOfManager = manager.get("/clients/me/yesterday-mail", {
    summary: "Whether the signed-in manager gets yesterday's numbers in the morning",
    ...readsSwitch,
  });
  const setYesterdayOfManager = manager.put("/clients/me/yesterday-mail", {
    summary: "Turn one's own morning email on or off",
    ...setsSwitch,
  });

  const readOwn = (by: { accountId: string }, kind: RegularMail) =>
    getOwnMailSwitch(deps, by.accountId, kind);
  const setOwn = async (by: { accountId: string }, kind: RegularMail, isOn: boolean) =>
    answerOf(kind, await setOwnMailSwitch(deps, by.accountId, kind, isOn));

  return makeRoutes()
    .openapi(mondayOfPractice, async (c) =>
      c.json(await getPracticeMailSwitch(deps, c.req.valid("param").id, "monday"), 200),
    )
    .openapi(setMondayOfPractice, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      const { id } = c.req.valid("param");
      const { isOn } = c.req.valid("json");
      const set = await setPracticeMailSwitch(deps, caller, id, "monday", isOn);
      return c.json(answerOf("monday", set), 200);
    })
    .openapi(monthOfPractice, async (c) =>
      c.json(await getPracticeMailSwitch(deps, c.req.valid("param").id, "month"), 200),
    )
    .openapi(setMonthOfPractice, async (c) => {
      const caller = { ...c.get("admin"), address: c.get("address") };
      const { id } = c.req.valid("param");
      const { isOn } = c.req.valid("json");
      const set = await setPracticeMailSwitch(deps, caller, id, "month", isOn);
      return c.json(answerOf("month", set), 200);
    })
    .openapi(mondayOfOwner, async (c) => c.json(await readOwn(c.get("admin"), "monday"), 200))
    .openapi(setMondayOfOwner, async (c) =>
      c.json(await setOwn(c.get("admin"), "monday", c.req.valid("json").isOn), 200),
    )
    .openapi(mondayOfManager, async (c) => c.json(await readOwn(c.get("client"), "monday"), 200))
    .openapi(setMondayOfManager, async (c) =>
      c.json(await setOwn(c.get("client"), "monday", c.req.valid("json").isOn), 200),
    )
    .openapi(monthOfManager, async (c) => c.json(await readOwn(c.get("client"), "month"), 200))
    .openapi(setMonthOfManager, async (c) =>
      c.json(await setOwn(c.get("client"), "month", c.req.valid("json").isOn), 200),
    )
    .openapi(yesterdayOfManager, async (c) =>
      c.json(await readOwn(c.get("client"), "yesterday"), 200),
    )
    .openapi(setYesterdayOfManager, async (c) =>
      c.json(await setOwn(c.get("client"), "yesterday", c.req.valid("json").isOn), 200),
    );
}

function answerOf(kind: RegularMail, set: MailSwitch) {
  const words = ownMailWords[kind];
  return { ...set, message: set.isOn ? words.turnedOn : words.turnedOff };
}
