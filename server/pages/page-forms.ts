// Limits the size of what a page's own form can send without JavaScript. Unlike the API, pages
// don't have a schema that would reject other bodies before they're read.
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { errorMessages } from "#content/messages.ts";

/** This is enough for a token, a time and a choice. These forms don't have text fields. */
const maxBytes = 8192;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const limitSize = bodyLimit({
  maxSize: maxBytes,
  onError: (c) => c.text(errorMessages.too_large, 413),
});

export const refuseOddForms = createMiddleware(async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  if (!formType.test(c.req.header("Content-Type") ?? "")) {
    return c.text(errorMessages.malformed, 415);
  }
  return limitSize(c, next);
});
