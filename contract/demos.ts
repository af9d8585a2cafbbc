// The live demo, in which anyone can try the lead desk for an hour in their own practice.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";
import { captchaSolution } from "./sessions.ts";

/**
 * The path of a demo's pages, API and cookie. It keeps a demo separate from a real session in the
 * same browser.
 */
export const demoPath = "/demo";

/** How many minutes a demo lasts. */
export const demoMinutes = 60;

export const NewDemo = z.object({ captcha: captchaSolution.optional() });

/** `GET /api/demos/current` */
export const Demo = z.object({
  endsAt: instant,
});
export type Demo = z.infer<typeof Demo>;

/** An email that the demo would have sent. */
export const DemoMail = z.object({
  _id: uuid,
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  at: instant,
  /** Whether the email was sent. False if it's due later or was stopped. */
  isSent: z.boolean(),
});
export type DemoMail = z.infer<typeof DemoMail>;

/** `GET /api/demos/current/outbox`: newest first. */
export const DemoOutbox = z.object({ mails: z.array(DemoMail) });
export type DemoOutbox = z.infer<typeof DemoOutbox>;
