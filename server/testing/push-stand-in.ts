// A push service on loopback over https. It decrypts messages (RFC 8291), verifies the sender (RFC
// 8292), and responds as a test scripts it.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { PushPayload } from "#contract/alerts.ts";
import { loopbackCertificate } from "./loopback-certificate.ts";

/** `slow`: the service never responds. */
export type PushBehavior = { status: number; headers?: Record<string, string> } | "slow";

export type ReceivedPush = {
  device: string;
  topic: string;
  ttl: number;
  urgency: string;
  payload: PushPayload;
  at: number;
};

export type MadePushService = Awaited<ReturnType<typeof makePushStandIn>>;

export async function makePushStandIn() {
  const devices = new Map<string, { decrypt: (body: Buffer) => string }>();
  const stand = {
    /** The host to allow in `PUSH_HOSTS`. */
    host: "",
    ca: loopbackCertificate.cert,
    received: [] as ReceivedPush[],
    /** The scripted responses by the device's name. Devices without one get 201. */
    behavior: new Map<string, PushBehavior>(),
    /** Awaited before a message counts as received, and again before the response. */
    onStep: null as ((step: "before" | "after", push: ReceivedPush) => Promise<void>) | null,
    /** Returns a browser's subscription in the format of `PushSubscription.toJSON()`. */
    subscribe(device: string) {
      const { keys, decrypt } = makeDeviceKeys();
      devices.set(device, { decrypt });
      return { endpoint: `https://${stand.host}/${device}`, keys };
    },
    close: () => closeAll(server),
  };
  const server = createServer(loopbackCertificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const device = request.url?.slice(1) ?? "";
    const known = devices.get(device);
    const { authorization = "", topic, ttl, urgency } = request.headers;
    if (!known || !isSigned(authorization, `https://${stand.host}`)) {
      response.writeHead(known ? 403 : 404).end();
      return;
    }
    const payload = PushPayload.parse(JSON.parse(known.decrypt(Buffer.concat(chunks))));
    const push: ReceivedPush = {
      ...{ device, payload, topic: String(topic), ttl: Number(ttl), urgency: String(urgency) },
      at: performance.timeOrigin + performance.now(),
    };
    await stand.onStep?.("before", push);
    const behavior = stand.behavior.get(device) ?? { status: 201 };
    // The sender may no longer exist, but a real service would still deliver the message.
    if (behavior === "slow") return;
    if (behavior.status === 201) stand.received.push(push);
    await stand.onStep?.("after", push);
    response.writeHead(behavior.status, behavior.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stand.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stand;
}

function closeAll(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function makeDeviceKeys() {
  const curve = createECDH("prime256v1");
  const own = curve.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: own.toString("base64url"), auth: auth.toString("base64url") };
  return { keys, decrypt };

  /** Decrypts a body with a single record: RFC 8291, section 3.4, and RFC 8188. */
  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + body.readUInt8(20);
    const sender = body.subarray(21, keyEnd);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
    const secret = hkdf(curve.computeSecret(sender), auth, info, 32);
    const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const sealed = body.subarray(keyEnd);
    const decryption = createDecipheriv("aes-128-gcm", key, nonce);
    decryption.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decryption.update(sealed.subarray(0, -16)), decryption.final()]);
    // The last record's padding begins with 2.
    return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
  }
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

/**
 * Checks that the token is for this service, is valid for at most a day, and is signed with the key
 * that it contains.
 */
function isSigned(authorization: string, audience: string): boolean {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head, claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65) return false;
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33) };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const given = Buffer.from(signature, "base64url");
  if (!verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, given)) return false;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
  const seconds = exp - Date.now() / 1000;
  return aud === audience && seconds > 0 && seconds <= 24 * 60 * 60 && sub.startsWith("mailto:");
}
