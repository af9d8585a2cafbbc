// Sends each push service a message for a device that doesn't exist. Any response will do, even an
// error: it shows that this server can reach the service.
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { settingsMessages } from "#content/console/settings.ts";
import type { PushPayload } from "#contract/alerts.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { getVapidKeys } from "#server/messages/alerts/vapid.ts";

/** For services with many hosts, the host that browsers name first. */
const firstHosts: Record<string, string> = {
  "*.push.services.mozilla.com": "updates.push.services.mozilla.com",
  "*.push.apple.com": "web.push.apple.com",
  "*.notify.windows.com": "wns2-bn3p.notify.windows.com",
};

/** Returns the sentence that says which ones answered. Throws `conflict` with those that didn't. */
export async function tryPush(deps: Deps): Promise<string> {
  const keys = await getVapidKeys(deps);
  const hosts = deps.config.pushHosts.map((host) => firstHosts[host] ?? host);
  const answers = await Promise.all(
    hosts.map((host) =>
      deps.push.send(keys, { ...madeUpDevice(), endpoint: `https://${host}/none` }),
    ),
  );
  const silent = hosts.filter((_, index) => {
    const answer = answers[index];
    return answer?.result === "later" && answer.problem === "unreachable";
  });
  const { works, unreachable } = settingsMessages.push;
  if (silent.length > 0) throw new AppError("conflict", { sentence: unreachable(silent) });
  return works(hosts);
}

function madeUpDevice() {
  const device = createECDH("prime256v1");
  const payload: PushPayload = {
    ...{ _id: randomUUID(), title: "", body: "", url: "", tag: "", isSilent: true },
  };
  return {
    p256dh: device.generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
    payload: JSON.stringify(payload),
    topic: "test",
    ttlSeconds: 0,
  };
}
