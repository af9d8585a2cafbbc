import { expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { askedLead, focusAfter, noFocus, rowFor } from "./desk-focus.ts";
import type { DeskMessage } from "./desk-messages.ts";

const after = (...commands: DeskMessage[]) => commands.reduce(focusAfter, noFocus);
const lead = (_id: string, change: Partial<Lead> = {}) => ({ _id, ...change }) as Lead;
const waiting = { uncalledSince: "2026-03-02T09:00:00.000Z" };
const openCall = {
  _id: "call",
  calledAt: "2026-03-02T09:05:00.000Z",
  by: null,
  isUnanswered: false,
};

test.each([
  ["starting a call", "callStarted"],
  ["asking for a panel that was put off", "resultWanted"],
] as const)("%s moves the focus to the outcome panel once", (_, type) => {
  const started = { type, leadId: "ada" };
  expect(after(started).plan).toMatchObject({ to: "question", leadId: "ada" });
  expect(after(started, { type: "focusMoved" }).plan).toBeNull();
});

test("an outcome in the queue moves the focus to the next uncalled lead", () => {
  const { plan } = after({ type: "outcomeSaved", leadId: "ada", isInQueue: true });
  const leads = [lead("ada"), lead("bea", { ...waiting, openCall }), lead("cleo", waiting)];
  expect(rowFor(plan, leads, 0)).toBe(2);
});

test("the focus stays at the same row if no lead needs a call, and after archiving", () => {
  const { plan } = after({ type: "outcomeSaved", leadId: "ada", isInQueue: true });
  expect(rowFor(plan, [lead("bea"), lead("cleo")], 1)).toBe(1);
  expect(rowFor(after({ type: "leadsArchived" }).plan, [lead("bea", waiting)], 3)).toBe(3);
});

test("the focus returns to the call button after an outcome outside the queue, and after an undo", () => {
  const callButton = { to: "callButton", leadId: "ada", hasMoved: false };
  const saved = after({ type: "outcomeSaved", leadId: "ada", isInQueue: false });
  expect(saved.plan).toEqual(callButton);
  expect(after({ type: "callUndone", leadId: "ada" }).plan).toEqual(callButton);
  expect(rowFor(saved.plan, [lead("ada", waiting)], 0)).toBeNull();
});

test("the focus moves to the new leads that were asked for once one of them has a row", () => {
  const { plan } = after({ type: "newLeadsShown", leadIds: ["cleo", "bea"] });
  expect(rowFor(plan, [lead("ada")], 0)).toBeNull();
  expect(rowFor(plan, [lead("ada"), lead("bea")], 0)).toBe(1);
});

test("a key press cancels a planned move of the focus only after the focus has moved", () => {
  const undone = { type: "callUndone", leadId: "ada" } as const;
  expect(after(undone, { type: "keyPressed" }).plan).toMatchObject({ leadId: "ada" });
  const moved = after(undone, { type: "keyPressed" }, { type: "focusMoved" });
  expect(moved.plan).toMatchObject({ leadId: "ada", hasMoved: true });
  expect(focusAfter(moved, { type: "keyPressed" }).plan).toBeNull();
});

test("a click, J or K, another screen, or a newer plan cancels the planned move of the focus", () => {
  const undone = { type: "callUndone", leadId: "ada" } as const;
  expect(after(undone, { type: "keyPressed" }, { type: "rowPicked" }).plan).toBeNull();
  expect(after(undone, { type: "pointerPressed" }).plan).toBeNull();
  expect(after(undone, { type: "screenOpened" }).plan).toBeNull();
  const started = after(undone, { type: "callStarted", leadId: "bea" });
  expect(started.plan).toMatchObject({ to: "question", leadId: "bea" });
});

test("a lead's panel that closes after another one has opened for it leaves that one open", () => {
  const opened = { type: "questionOpened", leadId: "ada", calledAt: openCall.calledAt } as const;
  const closed = { type: "questionClosed", leadId: "ada" } as const;
  expect(askedLead(after(opened, opened, closed))).toBe("ada");
  expect(askedLead(after(opened, opened, closed, closed))).toBeNull();
});

test("an outcome key applies to the focused lead's call, or else to the newest call", () => {
  const opened = after(
    { type: "questionOpened", leadId: "ada", calledAt: "2026-03-02T09:05:00.000Z" },
    { type: "questionOpened", leadId: "bea", calledAt: "2026-03-02T09:01:00.000Z" },
  );
  expect(askedLead(noFocus)).toBeNull();
  expect(askedLead(opened)).toBe("ada");
  const current = { lead: lead("bea"), canCall: false };
  expect(askedLead(focusAfter(opened, { type: "leadFocused", current }))).toBe("bea");
  const other = { lead: lead("cleo"), canCall: true };
  expect(askedLead(focusAfter(opened, { type: "leadFocused", current: other }))).toBe("ada");
  expect(askedLead(focusAfter(opened, { type: "questionClosed", leadId: "ada" }))).toBe("bea");
});
