import type { Context } from "hono";
import { z } from "zod";
import { practiceMessages } from "#content/console/practices.ts";
import { accountMessages } from "#content/messages.ts";
import { Comparison, ComparisonExportQuery, ComparisonQuery } from "#contract/comparison.ts";
import { ContactRequestChanged, ContactRequestInvitation } from "#contract/contact-request-work.ts";
import { uuid } from "#contract/fields.ts";
import {
  ClientChanged,
  ClientList,
  ClientsExportQuery,
  ClientsQuery,
  InvitationRequest,
  Invitations,
  NewPracticeNote,
  PracticeDetail,
  PracticeEnding,
  PracticeNames,
  PracticeNamesQuery,
  PracticeNoteChange,
  PracticeNotes,
  PracticeRename,
  PracticeTagChange,
  PracticeTags,
} from "#contract/practices.ts";
import { RetentionChange, RetentionChanged } from "#contract/retention.ts";
import { PracticeNumber, PracticeNumberChanged } from "#contract/rings.ts";
import { Message } from "#contract/sessions.ts";
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
import { visitorOf } from "#server/http/visitor.ts";
import { changeRetention } from "#server/records/retention/practice-retention.ts";
import { comparisonName, exportComparison } from "./comparison-export.ts";
import { inviteContactRequest } from "./contact-request-invitation.ts";
import { endPractice, restorePractice } from "./ending.ts";
import { archiveName, exportPractice } from "./practice-archive.ts";
import { comparePractices } from "./practice-comparison.ts";
import { viewPractice } from "./practice-detail.ts";
import { exportClients, exportName } from "./practice-export.ts";
import { listClients, listNames } from "./practice-list.ts";
import { addNote, changeNote, deleteNote, listNotes } from "./practice-notes.ts";
import { setPracticeNumber } from "./practice-phone-number.ts";
import { readPractice } from "./practice-rows.ts";
import { changeTags } from "./practice-tags.ts";
import {
  type Actor,
  approve,
  invite,
  listInvitations,
  reinstate,
  rename,
  suspend,
  withdrawInvitation,
} from "./practices.ts";

const linePerPractice = fileAnswer("text/csv", {
  description: "A UTF-8 file with one row per practice",
});

export function practiceRoutes(deps: Deps) {
  const guarded = operations("clients", signedIn.admin, requireAdmin(deps));
  const proven = operations("clients", signedIn.admin, requireAdmin(deps, { isProven: true }));
  const byId = z.object({ id: uuid });
  const byNote = byId.extend({ noteId: uuid });
  const list = guarded.get("/admin/clients", {
    summary:
      "Practices with their figures for the last 30 days, with search, filters, sorting and paging",
    request: { query: ClientsQuery },
    responses: answers(200, ClientList),
  });
  const withNames = requireAdmin(deps, { area: "practiceNames" });
  const names = operations("clients", signedIn.admin, withNames).get("/admin/practice-names", {
    summary: "The names of practices that match a search; a helper's search reads names only",
    request: { query: PracticeNamesQuery },
    responses: answers(200, PracticeNames),
  });
  const exported = proven.get("/admin/clients/export.csv", {
    summary: "Export the list of practices as CSV",
    request: { query: ClientsExportQuery },
    responses: linePerPractice,
  });
  const comparison = guarded.get("/admin/comparison", {
    summary: "How quickly each practice calls in one period, and in the periods before it",
    request: { query: ComparisonQuery },
    responses: answers(200, Comparison),
  });
  const comparisonExport = proven.get("/admin/comparison/export.csv", {
    summary: "Export the comparison as CSV",
    request: { query: ComparisonExportQuery },
    responses: linePerPractice,
  });
  const one = guarded.get("/admin/clients/{id}", {
    summary: "A practice with its people, sources, campaigns, alert channels and notes",
    request: { params: byId },
    responses: answers(200, PracticeDetail),
  });
  const renaming = guarded.patch("/admin/clients/{id}", {
    summary: "Change a practice's name",
    request: { params: byId, body: jsonBody(PracticeRename) },
    responses: answers(200, ClientChanged),
  });
  const approval = guarded.post("/admin/clients/{id}/approval", {
    summary: "Approve a pending practice",
    request: { params: byId },
    responses: answers(201, ClientChanged),
  });
  const suspension = guarded.post("/admin/clients/{id}/suspension", {
    summary: "Suspend a practice; every session ends",
    request: { params: byId },
    responses: answers(201, ClientChanged),
  });
  const reinstatement = guarded.delete("/admin/clients/{id}/suspension", {
    summary: "End a suspension",
    request: { params: byId },
    responses: answers(200, ClientChanged),
  });
  const archive = proven.get("/admin/clients/{id}/archive.zip", {
    summary: "Export everything that a practice owns: a ZIP of CSV files",
    request: { params: byId },
    responses: fileAnswer("application/zip", { description: "A CSV file for each kind of row" }),
  });
  const ending = proven.post("/admin/clients/{id}/ending", {
    summary: "End a practice: no one logs in, nothing comes in, and it is erased after 30 days",
    request: { params: byId, body: jsonBody(PracticeEnding) },
    responses: answers(201, ClientChanged),
  });
  const restoring = proven.delete("/admin/clients/{id}/ending", {
    summary: "Restore an ended practice",
    request: { params: byId },
    responses: answers(200, ClientChanged),
  });
  const newNote = guarded.post("/admin/clients/{id}/notes", {
    summary: "Add a note that only owners see",
    request: { params: byId, body: jsonBody(NewPracticeNote) },
    responses: answers(201, PracticeNotes),
  });
  const noteChange = guarded.patch("/admin/clients/{id}/notes/{noteId}", {
    summary: "Edit a note",
    request: { params: byNote, body: jsonBody(PracticeNoteChange) },
    responses: answers(200, PracticeNotes),
  });
  const noteDeletion = guarded.delete("/admin/clients/{id}/notes/{noteId}", {
    summary: "Delete a note",
    request: { params: byNote },
    responses: answers(200, PracticeNotes),
  });
  const tagChange = guarded.patch("/admin/clients/{id}/tags", {
    summary: "Add or remove one of a practice's tags, which only owners see",
    request: { params: byId, body: jsonBody(PracticeTagChange) },
    responses: answers(200, PracticeTags),
  });
  const phoneNumber = proven.put("/admin/clients/{id}/phone-number", {
    summary: "Set the number from which a practice's phones are called, or remove it",
    request: { params: byId, body: jsonBody(PracticeNumber) },
    responses: answers(200, PracticeNumberChanged),
  });
  const retention = guarded.patch("/admin/clients/{id}/retention", {
    summary: "Change how long some of a practice's records are kept",
    request: { params: byId, body: jsonBody(RetentionChange) },
    responses: answers(200, RetentionChanged),
  });
  const openInvitations = guarded.get("/admin/invitations", {
    summary: "Open invitations to practices, and the owner's registration code",
    responses: answers(200, Invitations),
  });
  const invitations = guarded.post("/admin/invitations", {
    summary: "Invite a practice by email",
    request: { body: jsonBody(InvitationRequest) },
    responses: answers(201, Message),
  });
  const conversion = guarded.post("/admin/contact-requests/{id}/invitations", {
    summary: "Invite the sender of a contact request as a practice",
    request: { params: byId, body: jsonBody(ContactRequestInvitation) },
    responses: answers(201, ContactRequestChanged),
  });
  const withdrawal = guarded.delete("/admin/invitations/{id}", {
    summary: "Cancel an invitation",
    request: { params: byId },
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listClients(deps, c.req.valid("query")), 200))
    .openapi(names, async (c) => {
      const isNameOnly = c.get("consoleRole") !== "owner";
      return c.json(await listNames(deps, { ...c.req.valid("query"), isNameOnly }), 200);
    })
    .openapi(exported, async (c) => {
      refuseHead(c);
      const query = c.req.valid("query");
      const file = await exportClients(deps, visitorOf(c), c.get("admin"), query);
      return c.body(file, 200, fileHeaders(exportName(deps.now())));
    })
    .openapi(comparison, async (c) =>
      c.json(await comparePractices(deps, c.req.valid("query")), 200),
    )
    .openapi(comparisonExport, async (c) => {
      refuseHead(c);
      const query = c.req.valid("query");
      const file = await exportComparison(deps, visitorOf(c), c.get("admin"), query);
      return c.body(file, 200, fileHeaders(comparisonName(deps.now())));
    })
    .openapi(one, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await viewPractice(deps, visitorOf(c), c.get("admin"), id), 200);
    })
    .openapi(renaming, async (c) => {
      const { id } = c.req.valid("param");
      await rename(deps, visitorOf(c), c.get("admin"), id, c.req.valid("json"));
      const client = await readPractice(deps, id);
      return c.json({ client, message: practiceMessages.renamed }, 200);
    })
    .openapi(approval, async (c) => {
      const { id } = c.req.valid("param");
      await approve(deps, actorOf(c), id);
      const client = await readPractice(deps, id);
      return c.json({ client, message: accountMessages.approved }, 201);
    })
    .openapi(suspension, async (c) => {
      const { id } = c.req.valid("param");
      await suspend(deps, actorOf(c), id);
      const client = await readPractice(deps, id);
      return c.json({ client, message: accountMessages.suspended }, 201);
    })
    .openapi(reinstatement, async (c) => {
      const { id } = c.req.valid("param");
      await reinstate(deps, actorOf(c), id);
      const client = await readPractice(deps, id);
      return c.json({ client, message: accountMessages.reinstated }, 200);
    })
    .openapi(archive, async (c) => {
      refuseHead(c);
      const { id } = c.req.valid("param");
      const file = await exportPractice(deps, visitorOf(c), c.get("admin"), id);
      return c.body(file, 200, fileHeaders(archiveName(deps.now()), "application/zip"));
    })
    .openapi(ending, async (c) => {
      const { id } = c.req.valid("param");
      await endPractice(deps, visitorOf(c), c.get("admin"), id, c.req.valid("json"));
      const client = await readPractice(deps, id);
      return c.json({ client, message: accountMessages.ended }, 201);
    })
    .openapi(restoring, async (c) => {
      const { id } = c.req.valid("param");
      await restorePractice(deps, visitorOf(c), c.get("admin"), id);
      const client = await readPractice(deps, id);
      return c.json({ client, message: accountMessages.restored }, 200);
    })
    .openapi(newNote, async (c) => {
      const { id } = c.req.valid("param");
      await addNote(deps, visitorOf(c), c.get("admin"), id, c.req.valid("json").text);
      const message = practiceMessages.noteAdded;
      return c.json({ notes: await listNotes(deps, id), message }, 201);
    })
    .openapi(noteChange, async (c) => {
      const { id: clientId, noteId } = c.req.valid("param");
      const change = c.req.valid("json");
      await changeNote(deps, visitorOf(c), c.get("admin"), { clientId, noteId }, change);
      const message = practiceMessages.noteChanged;
      return c.json({ notes: await listNotes(deps, clientId), message }, 200);
    })
    .openapi(noteDeletion, async (c) => {
      const { id: clientId, noteId } = c.req.valid("param");
      await deleteNote(deps, visitorOf(c), c.get("admin"), { clientId, noteId });
      const message = practiceMessages.noteDeleted;
      return c.json({ notes: await listNotes(deps, clientId), message }, 200);
    })
    .openapi(tagChange, async (c) => {
      const { id } = c.req.valid("param");
      const change = c.req.valid("json");
      const tags = await changeTags(deps, visitorOf(c), c.get("admin"), id, change);
      const { tagRemoved, tagAdded } = practiceMessages;
      return c.json({ tags, message: change.isRemoved ? tagRemoved : tagAdded }, 200);
    })
    .openapi(phoneNumber, async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      const rings = await setPracticeNumber(deps, visitorOf(c), c.get("admin"), id, wanted);
      const { numberSaved, numberRemoved } = practiceMessages;
      return c.json({ rings, message: rings.phoneNumber ? numberSaved : numberRemoved }, 200);
    })
    .openapi(retention, async (c) => {
      const { id } = c.req.valid("param");
      const change = c.req.valid("json");
      const changed = await changeRetention(deps, visitorOf(c), c.get("admin"), id, change);
      return c.json({ retention: changed, message: practiceMessages.retentionChanged }, 200);
    })
    .openapi(openInvitations, async (c) => c.json(await listInvitations(deps, c.get("admin")), 200))
    .openapi(invitations, async (c) => {
      await invite(deps, visitorOf(c), c.get("admin"), c.req.valid("json"));
      return c.json({ message: accountMessages.invited }, 201);
    })
    .openapi(conversion, async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const admin = c.get("admin");
      const contactRequest = await inviteContactRequest(deps, visitorOf(c), admin, id, input);
      return c.json({ contactRequest, message: accountMessages.invited }, 201);
    })
    .openapi(withdrawal, async (c) => {
      await withdrawInvitation(deps, visitorOf(c), c.get("admin"), c.req.valid("param").id);
      return c.json({ message: accountMessages.withdrawn }, 200);
    });
}

function actorOf(c: Context<Env>): Actor {
  return { accountId: c.get("admin").accountId, address: visitorOf(c).address };
}
