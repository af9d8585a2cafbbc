// A loopback stand-in for the captcha providers' verification endpoints, as they are documented.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The only secret that the stand-in accepts. */
export const captchaSecret = "the-secret-of-these-tests";

type Asked = { method: string; type: string; fields: Record<string, string> };

/**
 * Makes a stand-in. `asked` contains its requests. `answer` is the next response, if it isn't a
 * verdict. The stand-in confirms each token only once.
 */
export async function makeCaptchaStandIn() {
  const asked: Asked[] = [];
  const answer = { status: 200, body: "", headers: {} as Record<string, string> };
  const spent = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const type = request.headers["content-type"] ?? "";
      asked.push({ method: request.method ?? "", type, fields });
      response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
      response.end(answer.body || verdictOn(fields, spent));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...{ asked, answer },
    verifyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    forget() {
      asked.length = 0;
      Object.assign(answer, { status: 200, body: "", headers: {} });
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/**
 * Returns a verdict as documented by all three providers: `success`, and a reason if it's false.
 */
function verdictOn(fields: Record<string, string>, spent: Set<string>): string {
  const refuse = (code: string) => JSON.stringify({ success: false, "error-codes": [code] });
  if (fields.secret !== captchaSecret) return refuse("invalid-input-secret");
  if (!fields.response?.startsWith("good")) return refuse("invalid-input-response");
  if (spent.has(fields.response)) return refuse("timeout-or-duplicate");
  spent.add(fields.response);
  const hostname = "desk.example.com";
  return JSON.stringify({ success: true, challenge_ts: "2026-03-17T12:00:00Z", hostname });
}
