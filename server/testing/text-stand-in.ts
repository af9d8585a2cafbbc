// A text provider on loopback with the parts of Twilio's Messages API that we use. It responds as a
// test scripts it, and signs its reports.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { signWebhook } from "#server/outside/twilio.ts";

export const textAccount = { sid: `AC${"1".repeat(32)}`, token: "a-token", from: "+18135550100" };

export type ReceivedText = {
  to: string;
  from: string;
  body: string;
  statusCallback: string;
  /** Empty if the provider may try for as long as it does by default. */
  validSeconds: string;
};

/**
 * A response with the status, Twilio's error code, and a redirect's target. `cut`: the connection
 * is dropped without a response.
 */
export type TextBehavior = { status: number; code?: number; location?: string } | "cut";

export async function makeTextStandIn() {
  const stand = {
    url: "",
    received: [] as ReceivedText[],
    /** The scripted responses, next one first. A text without one is accepted. */
    behavior: [] as TextBehavior[],
    /**
     * Pictures and files, by the end of their path: `/Messages/…/Media/…`. The bytes of one with the
     * type `redirect` are the target. `/short-lived` serves one without a login.
     */
    media: new Map<string, { type: string; bytes: Uint8Array }>(),
    /** What is known of a text, by its id. */
    known: new Map<string, { status: string; error_code: number | null }>(),
    /** Awaited before a text counts as received, and again before the response. */
    onStep: null as ((step: "before" | "after", text: ReceivedText) => Promise<void>) | null,
    /** Posts fields in the same way as Twilio, such as a person's text. */
    post(url: string, fields: Record<string, string>, token = textAccount.token) {
      const signature = signWebhook(token, url, Object.entries(fields));
      return fetch(url, {
        method: "POST",
        headers: { "X-Twilio-Signature": signature },
        body: new URLSearchParams(fields),
      });
    },
    /** Posts a report of a text's state. */
    report(text: ReceivedText, fields: Record<string, string>, token = textAccount.token) {
      return stand.post(text.statusCallback, fields, token);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const login = Buffer.from(`${textAccount.sid}:${textAccount.token}`).toString("base64");
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status: number, json: object, headers = {}) =>
      response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(JSON.stringify(json));
    const short = /^\/short-lived(\/.+)$/.exec(request.url ?? "")?.[1];
    const shared = short && stand.media.get(short);
    if (shared && !request.headers.authorization) {
      response.writeHead(200, { "Content-Type": shared.type }).end(shared.bytes);
      return;
    }
    if (request.headers.authorization !== `Basic ${login}`) {
      answer(401, { code: 20003, message: "Authenticate", status: 401 });
      return;
    }
    const account = `/2010-04-01/Accounts/${textAccount.sid}`;
    const [, mediaAt = ""] = /(\/Messages\/\w+\/Media\/\w+)$/.exec(request.url ?? "") ?? [];
    const media = stand.media.get(mediaAt);
    if (request.method === "GET" && media && request.url === account + mediaAt) {
      const { type, bytes } = media;
      if (type === "redirect") {
        response.writeHead(307, { Location: Buffer.from(bytes).toString() }).end();
      } else response.writeHead(200, { "Content-Type": type }).end(bytes);
      return;
    }
    const [, sid] = /\/Messages\/(\w+)\.json$/.exec(request.url ?? "") ?? [];
    const known = sid ? stand.known.get(sid) : undefined;
    if (request.method === "GET" && known && request.url === `${account}/Messages/${sid}.json`) {
      answer(200, { sid, ...known });
      return;
    }
    if (request.url !== `${account}/Messages.json`) {
      answer(404, { code: 20404, message: "Not found", status: 404 });
      return;
    }
    const fields = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
    const field = (name: string) => fields.get(name) ?? "";
    const text: ReceivedText = {
      ...{ to: field("To"), from: field("From"), body: field("Body") },
      statusCallback: field("StatusCallback"),
      validSeconds: field("ValidityPeriod"),
    };
    await stand.onStep?.("before", text);
    const behavior = stand.behavior.shift() ?? { status: 201 };
    if (behavior === "cut") {
      request.socket.destroy();
      return;
    }
    const { status, code, location } = behavior;
    if (status === 201) stand.received.push(text);
    await stand.onStep?.("after", text);
    if (status === 201) answer(201, { sid: `SM${stand.received.length}`, status: "queued" });
    else answer(status, { code, message: "Refused", status }, location && { Location: location });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stand.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stand;
}
