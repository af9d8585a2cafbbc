// An SMTP server on loopback. A test can script each step of a delivery to be a normal response, a
// rejection, garbage, silence or a dropped connection.
import { createServer, type Socket } from "node:net";

/**
 * The steps of RFC 5321 in order. `body` is while the message is received, and `end` is after the
 * final dot.
 */
export const smtpSteps = [
  "greeting",
  "hello",
  "login",
  "sender",
  "recipient",
  "data",
  "body",
  "end",
] as const;
export type SmtpStep = (typeof smtpSteps)[number];

/** How a step fails. A line such as `451 4.3.0 Later` is sent verbatim. */
export type SmtpFailure = "cut" | "silent" | (string & {});

export type MadeSmtp = Awaited<ReturnType<typeof makeSmtp>>;

const goodAnswers: Record<SmtpStep, string> = {
  greeting: "220 mail.example.com",
  hello: "250-mail.example.com\r\n250 AUTH PLAIN",
  login: "235 2.7.0 In",
  sender: "250 2.1.0 Sender",
  recipient: "250 2.1.5 Recipient",
  data: "354 Go ahead",
  body: "",
  end: "250 2.0.0 Taken",
};

/**
 * Starts the server. Its `url` contains credentials, so that each delivery goes through every step.
 */
export async function makeSmtp() {
  const sockets = new Set<Socket>();
  const smtp = {
    url: "",
    /** How each step fails. A step without an entry succeeds. */
    trouble: {} as Partial<Record<SmtpStep, SmtpFailure>>,
    /** Awaited before the response to a step. Connections are numbered from 0. */
    onStep: null as ((step: SmtpStep, connection: number) => Promise<void> | void) | null,
    /**
     * Complete messages that weren't rejected. A real server would deliver them, even if the client
     * never got the response.
     */
    taken: [] as string[],
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  let connections = 0;
  const server = createServer((socket) => {
    const connection = connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A test may kill the client process.
    socket.on("error", () => undefined);
    socket.setEncoding("utf8");
    let message: string | null = null;
    let pending = "";
    const answer = async (step: SmtpStep) => {
      await smtp.onStep?.(step, connection);
      const trouble = smtp.trouble[step];
      if (trouble === "cut") socket.destroy();
      else if (trouble !== "silent") socket.write(`${trouble ?? goodAnswers[step]}\r\n`);
      return trouble === undefined;
    };
    // This responds to one line at a time, even if several lines arrive together.
    let queue = answer("greeting");
    const next = (work: () => Promise<boolean>) => {
      queue = queue.then(work, () => false);
    };
    async function handleLine(line: string): Promise<boolean> {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO" || verb === "HELO") return answer("hello");
      if (verb === "AUTH") return answer("login");
      if (verb === "MAIL") return answer("sender");
      if (verb === "RCPT") return answer("recipient");
      if (verb === "DATA") {
        if (await answer("data")) message = "";
        return true;
      }
      socket.end("221 2.0.0 Bye\r\n");
      return true;
    }
    async function receiveBody(line: string): Promise<boolean> {
      if (message === "") await smtp.onStep?.("body", connection);
      if (smtp.trouble.body === "cut") socket.destroy();
      if (socket.destroyed) return false;
      if (line !== ".") {
        message += `${line.replace(/^\.\./, ".")}\r\n`;
        return true;
      }
      if (!/^[45]/.test(smtp.trouble.end ?? "")) smtp.taken.push(message ?? "");
      message = null;
      return answer("end");
    }
    socket.on("data", (chunk) => {
      const lines = (pending + chunk).split("\r\n");
      pending = lines.pop() ?? "";
      for (const line of lines)
        next(() => (message === null ? handleLine(line) : receiveBody(line)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  smtp.url = `smtp://desk:secret@127.0.0.1:${port}`;
  return smtp;
}
