// Sends one push message to a browser's push service (RFC 8030, 8291, 8292) and reports the result.
import https from "node:https";
import webPush from "web-push";
import { site } from "#content/site.ts";

/** A browser's subscription and the message for it. */
export type PushMessage = {
  endpoint: string;
  p256dh: string;
  auth: string;
  payload: string;
  /**
   * Replaces an earlier message with the same topic if the device hasn't received that message yet.
   */
  topic: string;
  /** How long the push service stores the message for a device that is off. */
  ttlSeconds: number;
};

/** The keys that identify us to push services, in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * `gone`: the subscription has expired. `refused`: permanently rejected. `later`: a retry may
 * succeed. The first attempt may have been accepted, but the retry replaces it, because both have
 * the same topic and tag.
 */
export type PushAnswer =
  | { result: "accepted" | "gone" }
  | { result: "refused"; problem: "refused" | "too_large" }
  | { result: "later"; problem: "busy" | "unreachable"; retryAfterSeconds?: number };

export type PushService = {
  send(keys: VapidKeys, message: PushMessage): Promise<PushAnswer>;
};

const timeoutMs = 10_000;
const longestPauseSeconds = 3600;

/** Creates a push service. `trust` adds certificate authorities. */
export function makePushService(
  hosts: string[],
  trust?: { ca: string; waitMs?: number },
): PushService {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 50, ca: trust?.ca });
  return {
    async send(keys, message) {
      // The list of hosts may have become shorter since the device was added.
      if (!isPushEndpoint(hosts, message.endpoint))
        return { result: "refused", problem: "refused" };
      try {
        const { status, retryAfter } = await post(agent, keys, message, trust?.waitMs ?? timeoutMs);
        return answerOf(status, retryAfter);
      } catch {
        return { result: "later", problem: "unreachable" };
      }
    },
  };
}

/** Returns whether a URL uses https, has one of the hosts, and has no password. */
export function isPushEndpoint(hosts: string[], endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, username, password, href } = new URL(endpoint);
  if (protocol !== "https:" || username || password || href !== endpoint) return false;
  return hosts.some((known) =>
    known.startsWith("*.") ? host.endsWith(known.slice(1)) : host === known,
  );
}

/**
 * Sends a message without following redirects or reading the response body. The library only
 * encrypts and signs, because its own function for sending buffers a response of any length.
 */
function post(agent: https.Agent, keys: VapidKeys, message: PushMessage, waitMs: number) {
  const { endpoint, p256dh, auth, payload, topic, ttlSeconds } = message;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      vapidDetails: { subject: `mailto:${site.email}`, ...keys },
      TTL: ttlSeconds,
      urgency: "high",
      topic,
    },
  );
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const signal = AbortSignal.timeout(waitMs);
    const request = https.request(
      endpoint,
      { method: "POST", headers, agent, signal },
      (answer) => {
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] });
        answer.on("error", () => undefined);
        answer.resume();
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/**
 * Maps a status to a result. https://www.rfc-editor.org/rfc/rfc8030#section-8.4, and the responses
 * that push services document.
 */
function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { result: "accepted" };
  if (status === 404 || status === 410) return { result: "gone" };
  if (status === 413) return { result: "refused", problem: "too_large" };
  if (status !== 429 && status < 500) return { result: "refused", problem: "refused" };
  const retryAfterSeconds = secondsOf(retryAfter);
  return { result: "later", problem: "busy", ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** Parses `Retry-After`, which is a number of seconds or a date. */
function secondsOf(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  if (!Number.isFinite(seconds) || seconds <= 0) return undefined;
  return Math.min(Math.ceil(seconds), longestPauseSeconds);
}
