// A voice provider on loopback with the parts of Twilio's Voice API that we use: calls as JSON,
// events and TwiML requests as signed forms, and a driver that plays the people on the lines. It also
// accepts texts.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { signWebhook } from "#server/outside/twilio.ts";
import type { CallStatus } from "#server/outside/voice.ts";

export const voiceAccount = { accountSid: `AC${"2".repeat(32)}`, authToken: "a-voice-token" };

/** The status and Twilio's error code. `cut`: no response, after the call was placed. */
export type VoiceBehavior = { status: number; code?: number } | "cut";

export type PlacedCall = {
  sid: string;
  /** The call whose TwiML dialed this one. */
  parentSid: string | null;
  to: string;
  from: string;
  /** The URL that returns TwiML when the line answers; empty for a dialed line. */
  url: string;
  /** The URL that returns TwiML if a request to us fails, or empty. */
  fallbackUrl: string;
  statusCallback: string;
  events: string[];
  timeout: number;
  status: CallStatus;
  createdAt: Date;
  seconds: number | null;
  /** The sequence number of its next event, from 0. */
  sequence: number;
};

/** What our TwiML asks for. */
export type AskedOfCall = {
  says: string[];
  /** The URL that gets the key, or null if the TwiML doesn't ask for one. */
  keyUrl: string | null;
  /** The line that is being dialed, and the URL that is requested afterward. */
  dialed: { call: PlacedCall; action: string } | null;
};

/** A call from outside, and the office phone that rings for it. */
type IncomingCall = {
  sid: string;
  from: string;
  to: string;
  /** The phone that rings, the URL that asks it, and the URL that is requested afterward. */
  phone: { to: string; askUrl: string; action: string } | null;
};

const over: CallStatus[] = ["completed", "busy", "no-answer", "canceled", "failed"];

/** `now`: the provider's clock. */
export async function makeVoiceStandIn(now = () => new Date()) {
  const stand = {
    url: "",
    /** In the order in which they were placed or dialed. */
    calls: [] as PlacedCall[],
    texts: [] as { to: string; from: string; body: string }[],
    /** The next responses to placed calls; without an entry, the call is accepted. */
    behavior: [] as VoiceBehavior[],
    /** Awaited before a call or a text counts as accepted, and again before the response. */
    onStep: null as ((step: "before" | "after") => Promise<void>) | null,
    /** Reports a line's new status to its status URL, if that event was asked for. */
    async report(call: PlacedCall, status: CallStatus): Promise<Response | null> {
      call.status = status;
      if (!call.events.includes(eventOf(status))) return null;
      return post(call.statusCallback, {
        ...{ ...callFields(call), ...eventFields(call) },
        ...(call.seconds !== null && { CallDuration: String(call.seconds) }),
      });
    },
    /** Answers the line: reports that, and gets the first TwiML. */
    async answer(call: PlacedCall): Promise<AskedOfCall> {
      await stand.report(call, "in-progress");
      return read(call, await post(call.url, callFields(call)));
    },
    /** Presses a key after this question. */
    async press(call: PlacedCall, keyUrl: string, key: string): Promise<AskedOfCall> {
      return read(call, await post(keyUrl, { ...callFields(call), Digits: key }));
    },
    /** Ends the dialed line. The line that dialed it requests the next TwiML. */
    async endDialed(
      call: PlacedCall,
      dialed: NonNullable<AskedOfCall["dialed"]>,
      { status, seconds }: { status: CallStatus; seconds: number },
    ): Promise<AskedOfCall> {
      await stand.hangUp(dialed.call, status, seconds);
      const fields = {
        ...{ DialCallStatus: status, DialCallSid: dialed.call.sid },
        ...{ DialCallDuration: String(seconds), DialBridged: String(status === "completed") },
      };
      return read(call, await post(dialed.action, { ...callFields(call), ...fields }));
    },
    /** Someone calls a practice's number. `url`: what is entered for the number at the provider. */
    async callIn(url: string, { from, to }: { from: string; to: string }): Promise<IncomingCall> {
      incoming += 1;
      const sid = `CA${String(incoming).padStart(32, "9")}`;
      return readIncoming({ sid, from, to }, await post(url, incomingFields({ sid, from, to })));
    },
    /** The phone that rang is done, and the caller hung up or is still waiting. */
    async endPhone(call: IncomingCall, isWaiting: boolean): Promise<IncomingCall> {
      const fields = {
        ...{ ...incomingFields(call), CallStatus: isWaiting ? "ringing" : "completed" },
        ...{ DialCallStatus: isWaiting ? "no-answer" : "canceled", DialBridged: "false" },
      };
      return readIncoming(call, await post(call.phone?.action ?? "", fields));
    },
    hangUp(call: PlacedCall, status: CallStatus, seconds: number): Promise<Response | null> {
      call.seconds = seconds;
      return stand.report(call, status);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  /** Posts a form as Twilio does. */
  function post(url: string, fields: Record<string, string>): Promise<Response> {
    const signature = signWebhook(voiceAccount.authToken, url, Object.entries(fields));
    return fetch(url, {
      method: "POST",
      headers: { "X-Twilio-Signature": signature },
      body: new URLSearchParams(fields),
    });
  }

  function eventFields(call: PlacedCall) {
    const SequenceNumber = String(call.sequence);
    call.sequence += 1;
    const CallbackSource = "call-progress-events";
    return { SequenceNumber, CallbackSource, Timestamp: rfc2822(now()) };
  }

  async function read(call: PlacedCall, response: Response): Promise<AskedOfCall> {
    const xml = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${xml}`);
    const dial = verb(xml, "Dial");
    const number = verb(xml, "Number");
    return {
      says: [...xml.matchAll(/<Say>([^<]*)<\/Say>/g)].map(([, text = ""]) => plain(text)),
      keyUrl: verb(xml, "Gather")?.attributes.action ?? null,
      dialed: dial &&
        number && {
          action: dial.attributes.action ?? "",
          call: add({
            ...{ to: number.text, from: dial.attributes.callerId ?? "" },
            ...{ url: "", fallbackUrl: "" },
            ...{ parentSid: call.sid, timeout: Number(dial.attributes.timeout ?? 30) },
            statusCallback: number.attributes.statusCallback ?? "",
            events: (number.attributes.statusCallbackEvent ?? "").split(" "),
          }),
        },
    };
  }

  async function readIncoming(
    { sid, from, to }: Pick<IncomingCall, "sid" | "from" | "to">,
    response: Response,
  ): Promise<IncomingCall> {
    const xml = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${xml}`);
    const [dial, number] = [verb(xml, "Dial"), verb(xml, "Number")];
    const { action = "" } = dial?.attributes ?? {};
    const askUrl = number?.attributes.url ?? "";
    return { sid, from, to, phone: number && { to: number.text, askUrl, action } };
  }

  type NewCall = Omit<PlacedCall, "sid" | "status" | "createdAt" | "seconds" | "sequence">;
  function add(call: NewCall): PlacedCall {
    const sid = `CA${String(stand.calls.length + 1).padStart(32, "0")}`;
    const fresh = { createdAt: now(), seconds: null, sequence: 0 };
    const placed: PlacedCall = { ...call, ...fresh, sid, status: "queued" };
    stand.calls.push(placed);
    return placed;
  }

  const login = Buffer.from(`${voiceAccount.accountSid}:${voiceAccount.authToken}`);
  const root = `/2010-04-01/Accounts/${voiceAccount.accountSid}/Calls`;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status: number, json: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
    const refuse = (status: number, code: number) =>
      answer(status, {
        ...{ code, status, message: "Refused" },
        more_info: `https://www.twilio.com/docs/errors/${code}`,
      });
    if (request.headers.authorization !== `Basic ${login.toString("base64")}`) {
      refuse(401, 20003);
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
    if (pathname === `${root}.json` && request.method === "GET") {
      const isAsked = (name: string, value: string | null) =>
        !searchParams.has(name) || searchParams.get(name) === value;
      const calls = stand.calls.filter(
        ({ to, from, parentSid }) =>
          isAsked("To", to) && isAsked("From", from) && isAsked("ParentCallSid", parentSid),
      );
      answer(200, { calls: calls.toReversed().map(resourceOf), page: 0 });
      return;
    }
    if (pathname === `${root}.json`) {
      await place(form);
      return;
    }
    if (pathname === `/2010-04-01/Accounts/${voiceAccount.accountSid}/Messages.json`) {
      const field = (name: string) => form.get(name) ?? "";
      await stand.onStep?.("before");
      if (request.socket.destroyed) return;
      stand.texts.push({ to: field("To"), from: field("From"), body: field("Body") });
      await stand.onStep?.("after");
      answer(201, { sid: `SM${stand.texts.length}`, status: "queued" });
      return;
    }
    const call = stand.calls.find(({ sid }) => pathname === `${root}/${sid}.json`);
    if (!call) {
      refuse(404, 20404);
      return;
    }
    if (request.method === "GET") {
      answer(200, resourceOf(call));
    } else if (over.includes(call.status)) {
      refuse(400, 21220);
    } else {
      call.status = form.get("Status") === "completed" ? "completed" : "canceled";
      answer(200, resourceOf(call));
    }

    async function place(fields: URLSearchParams) {
      const field = (name: string) => fields.get(name) ?? "";
      const missing = field("To") ? (field("Url") ? null : 21205) : 21201;
      if (missing) {
        refuse(400, missing);
        return;
      }
      const behavior = stand.behavior.shift() ?? { status: 201 };
      if (behavior !== "cut" && behavior.status !== 201) {
        refuse(behavior.status, behavior.code ?? 0);
        return;
      }
      await stand.onStep?.("before");
      if (request.socket.destroyed) return;
      const placed = add({
        ...{ parentSid: null, to: field("To"), from: field("From") },
        ...{ url: field("Url"), fallbackUrl: field("FallbackUrl") },
        ...{ statusCallback: field("StatusCallback"), timeout: Number(field("Timeout") || 60) },
        events: fields.getAll("StatusCallbackEvent"),
      });
      await stand.onStep?.("after");
      if (behavior === "cut") request.socket.destroy();
      else answer(201, resourceOf(placed));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stand.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stand;
}

function callFields(call: PlacedCall): Record<string, string> {
  return {
    ...{ AccountSid: voiceAccount.accountSid, ApiVersion: "2010-04-01", CallSid: call.sid },
    ...{ From: call.from, To: call.to, CallStatus: call.status },
    Direction: call.parentSid ? "outbound-dial" : "outbound-api",
    ...(call.parentSid && { ParentCallSid: call.parentSid }),
  };
}

let incoming = 0;

function incomingFields({ sid, from, to }: Pick<IncomingCall, "sid" | "from" | "to">) {
  return {
    ...{ AccountSid: voiceAccount.accountSid, ApiVersion: "2010-04-01", CallSid: sid },
    ...{ From: from, To: to, CallStatus: "ringing", Direction: "inbound" },
  };
}

function resourceOf(call: PlacedCall) {
  return {
    ...{ sid: call.sid, parent_call_sid: call.parentSid, status: call.status },
    ...{ to: call.to, from: call.from, answered_by: null },
    duration: call.seconds === null ? null : String(call.seconds),
    ...{ date_created: rfc2822(call.createdAt), date_updated: rfc2822(call.createdAt) },
  };
}

function eventOf(status: CallStatus): string {
  if (status === "in-progress") return "answered";
  return over.includes(status) ? "completed" : status;
}

/** "Tue, 17 Mar 2026 14:00:00 +0000". */
function rfc2822(at: Date): string {
  return at.toUTCString().replace("GMT", "+0000");
}

function verb(xml: string, name: string) {
  const [, written, text = ""] = new RegExp(`<${name}([^>]*)>([^<]*)`).exec(xml) ?? [];
  if (written === undefined) return null;
  const pairs = [...written.matchAll(/(\w+)="([^"]*)"/g)];
  const attributes: Record<string, string | undefined> = Object.fromEntries(
    pairs.map(([, attribute = "", value = ""]) => [attribute, plain(value)]),
  );
  return { attributes, text: plain(text) };
}

function plain(escaped: string): string {
  return escaped.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
