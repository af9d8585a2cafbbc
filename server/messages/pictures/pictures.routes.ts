import { z } from "zod";
import { uuid } from "#contract/fields.ts";
import { Picture, PictureUpload } from "#contract/pictures.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { addPicture, getPicture } from "./pictures.ts";

export function pictureRoutes(deps: Deps) {
  const guarded = deskOperations("templates", requireClient(deps));
  const add = guarded.post("/pictures", {
    summary: "Upload a picture for the practice's emails; only a re-encoded copy is stored",
    request: { body: jsonBody(PictureUpload) },
    // The limit of the base64 text.
    takes: { maxBytes: 1_000_000 },
    responses: answers(201, Picture),
  });
  const one = guarded.get("/pictures/{id}", {
    summary: "One of the practice's pictures, for the editor",
    request: { params: z.object({ id: uuid }) },
    responses: {
      200: { content: { "image/jpeg": { schema: z.string() } }, description: "A JPEG" },
      default: answers(200, Picture).default,
    },
  });

  return makeRoutes()
    .openapi(add, async (c) =>
      c.json(await addPicture(deps, c.get("client"), c.req.valid("json")), 201),
    )
    .openapi(one, async (c) => {
      const content = await getPicture(deps, c.get("client").clientId, c.req.valid("param").id);
      return c.body(new Uint8Array(content), 200, {
        "Content-Type": "image/jpeg",
        // A browser may cache a picture after one authorized request, because pictures are
        // immutable.
        "Cache-Control": "private, max-age=86400, immutable",
      });
    });
}
