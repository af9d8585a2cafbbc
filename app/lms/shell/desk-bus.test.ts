import { expect, test } from "vitest";
import { makeBus } from "./desk-bus.tsx";

test("a message about a lead runs the handlers for that lead and the handlers for all leads", () => {
  const bus = makeBus();
  const heard: string[] = [];
  bus.on("focusLead", () => heard.push("ada's row"), "ada");
  bus.on("focusLead", () => heard.push("bea's row"), "bea");
  bus.on("focusLead", () => heard.push("the list"));
  bus.send({ type: "focusLead", leadId: "bea" });
  expect(heard).toEqual(["the list", "bea's row"]);
});

test("a handler that was removed isn't called again, even if another handler removed it", () => {
  const bus = makeBus();
  const heard: string[] = [];
  const off = bus.on("callLead", () => heard.push("first"), "ada");
  bus.on("callLead", () => off(), "ada");
  bus.send({ type: "callLead", leadId: "ada" });
  bus.send({ type: "callLead", leadId: "ada" });
  expect(heard).toEqual(["first"]);
});
