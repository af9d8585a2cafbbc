// A text that opts out says nothing else. cspell:disable
import { expect, test } from "vitest";
import { readTextIntent } from "./opt-out.ts";

test.each([
  // The provider's own words.
  ...["STOP", "stop", "Stop.", "StopAll", "unsubscribe", "CANCEL", "End", "quit", "revoke"],
  ...["OptOut", "opt out", "opt-out"],
  // The same in other words.
  ...["stop please", "Please stop!", "STOP!!!", "stop stop stop", "Please stop texting me."],
  ...["stop texting", "Stop sending me messages", "stop the texts", "stop all texts please"],
  ...["don't text me", "Don’t text me again", "dont text", "do not text me anymore"],
  ...["Please do not contact me again", "don't message me ever again", "Never text me again"],
  ...["no more texts", "No more messages please", "I don't want any more texts"],
  ...["remove me from your list", "Take me off your list", "Please remove my number"],
  ...["unsubscribe me", "opt me out", "I want to opt out", "I'd like to unsubscribe"],
  ...["leave me alone", "lose my number", "Wrong number", "you have the wrong number"],
  ...["don't call me", "stop calling me", "Call me, don't text", "don't text me, call me instead"],
  ...["I revoke my consent", "can you stop texting me"],
  // In Spanish.
  ...["no me escriban", "No me escriban más, por favor", "no me manden más mensajes"],
  ...["por favor no me envíen mensajes", "Ya no me escriban", "dejen de escribirme"],
  ...["Paren de mandar mensajes", "no más mensajes", "no quiero recibir más mensajes"],
  ...["alto", "Basta", "baja", "denme de baja", "Quítenme de la lista", "número equivocado"],
  ...["no me llamen"],
])("“%s” opts out", (body) => {
  expect(readTextIntent(body)).toBe("stop");
});

test.each([
  ...["stop by tomorrow", "Can I stop by at 3?", "I'll stop by after work", "bus stop"],
  ...["Don't stop", "cancel my appointment", "cancel tomorrow please", "at the end of the day"],
  ...["I quit smoking", "don't call me before 9", "Please don't text me before noon"],
  ...["don't call me, text me", "yes", "Yes please", "no", "No thanks", "ok", "thanks", "Hi"],
  ...["Do you take Delta?", "para mañana", "¿Puede ser para el lunes?", "no puedo mañana"],
  ...[
    "no me escribieron",
    "I don't want an implant",
    "remove a tooth",
    "Stop and call me at 5",
    "",
  ],
  ...["When do you end?", "how do I opt for the payment plan"],
  `stop ${"please ".repeat(30)}`,
])("“%s” doesn't opt out", (body) => {
  expect(readTextIntent(body)).toBeNull();
});

test.each(["START", "start", "Unstop", "Start please"])("“%s” opts back in", (body) => {
  expect(readTextIntent(body)).toBe("start");
});

test("the provider's reading counts first, and its help isn't an opt-out", () => {
  expect(readTextIntent("Adiós", "STOP")).toBe("stop");
  expect(readTextIntent("yes", "START")).toBe("start");
  expect(readTextIntent("help", "HELP")).toBeNull();
  expect(readTextIntent("stop", "HELP")).toBe("stop");
});
