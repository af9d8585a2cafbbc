// Pictures in a practice's emails are re-encoded, private to the practice, and attached to the
// email.
import PostalMime from "postal-mime";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pictureLimits } from "#contract/pictures.ts";
import { makeInquiry } from "#server/db/make.ts";
import { pictures } from "#server/db/schema.ts";
import { makeMailServer } from "#server/outside/mail.ts";
import { signInClient } from "#server/testing/people.ts";
import { type MadeSmtp, makeSmtp } from "#server/testing/smtp-stand-in.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let smtp: MadeSmtp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let other: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp({ MAIL_FROM: "hello@agency.example.com" });
  smtp = await makeSmtp();
  testApp.deps.mailServer = makeMailServer(smtp.url);
  practice = await signInClient(testApp);
  other = await signInClient(testApp);
});
beforeEach(async () => {
  await testApp.deps.db.delete(pictures);
});
afterAll(async () => {
  await smtp.close();
  await testApp.close();
});

test("a photo is rotated upright and scaled down, and its metadata is removed", async () => {
  const photo = await paper(2400, 1200)
    .withExif({ IFD0: { Copyright: "planted-mark" }, IFD3: { GPSLatitude: "27/1 56/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const upload = Buffer.concat([photo, Buffer.from("<script>planted-mark</script>")]);
  const { body, status } = await add(upload);
  expect([status, body]).toEqual([201, { _id: expect.any(String), width: 800, height: 1600 }]);

  const answer = await testApp.api.request(`http://localhost/api/pictures/${body._id}`, {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  const kept = Buffer.from(await answer.arrayBuffer());
  expect(kept.includes("planted-mark")).toBe(false);
  const { format, exif, orientation, width } = await sharp(kept).metadata();
  expect({ format, exif, orientation, width }).toEqual({ format: "jpeg", width: 800 });
});

test.each(["png", "webp", "gif", "jpeg"] as const)(
  "a %s is stored on a white background",
  async (format) => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const upload = await sharp({
      create: { width: 20, height: 10, channels: 4, background: clear },
    })
      .toFormat(format)
      .toBuffer();
    expect((await add(upload)).body).toMatchObject({ width: 20, height: 10 });
    const [row] = await testApp.deps.db.select().from(pictures);
    const { dominant } = await sharp(row?.content).stats();
    if (format !== "jpeg") expect(dominant).toMatchObject({ r: 248, g: 248, b: 248 });
  },
);

test.each([
  [
    "a drawing that may run scripts",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  ],
  ["an HTML page", () => Buffer.from("<html><script>hit()</script></html>")],
  ["a truncated photo", async () => (await paper(400, 400).jpeg().toBuffer()).subarray(0, 900)],
  ["a PDF", () => Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj")],
  ["a TIFF", () => paper(10, 10).tiff().toBuffer()],
  [
    "a small file with fifty million pixels",
    () => paper(7100, 7100).png({ palette: true }).toBuffer(),
  ],
] as const)("%s is rejected", async (_, make) => {
  const { status, body } = await add(await make());
  expect([status, body.errors?.content]).toEqual([
    422,
    "We can’t use this picture. Try a JPEG, PNG, WebP or GIF.",
  ]);
  expect(await testApp.deps.db.$count(pictures)).toBe(0);
});

test("an empty picture, invalid base64, and an upload over the limit are rejected", async () => {
  const send = (content: unknown) =>
    testApp.request("POST", "/api/pictures", { token: practice.token, json: { content } });
  expect((await send("")).status).toBe(422);
  expect((await send("not base64!")).status).toBe(422);
  expect((await send("A".repeat(pictureLimits.bytes * 1.4))).status).toBe(422);
});

test("the same picture is stored once, and a practice can store only a limited number", async () => {
  const upload = await paper(30, 30).png().toBuffer();
  const [first, second] = await Promise.all([add(upload), add(upload)]);
  expect(first.body._id).toBe(second.body._id);
  const values = Array.from({ length: pictureLimits.perPractice }, (_, index) => ({
    ...{ clientId: practice.clientId, digest: `${index}`, content: Buffer.alloc(1) },
    ...{ width: 1, height: 1 },
  }));
  await testApp.deps.db.insert(pictures).values(values);
  expect((await add(await paper(31, 31).png().toBuffer())).status).toBe(409);
  expect((await add(upload)).status).toBe(201);
});

test("another practice's picture returns 404, and templates, previews and emails with it are rejected", async () => {
  const { body: picture } = await add(await paper(30, 30).png().toBuffer());
  const theirs = { token: other.token };
  expect((await testApp.request("GET", `/api/pictures/${picture._id}`, theirs)).status).toBe(404);
  const { lead } = await makeInquiry(testApp.deps, other.clientId, { email: "ada@example.com" });
  const words = { subject: "Hello", body: withPicture(picture._id) };
  for (const [path, json] of [
    ["/api/templates", { ...words, kind: "email", title: "T" }],
    ["/api/templates/previews", { ...words, kind: "email" }],
    ["/api/templates/test-sends", { ...words, kind: "email" }],
    [`/api/leads/${lead._id}/emails`, { ...words, submissionId: crypto.randomUUID() }],
  ] as const) {
    const { status, body } = await testApp.request("POST", path, { ...theirs, json });
    expect([path, status, body.errors?.body]).toEqual([
      path,
      422,
      "A picture is missing from this message. Please insert it again.",
    ]);
  }
});

test("emails and previews embed their pictures instead of loading them from a server", async () => {
  const { body: picture } = await add(await paper(900, 300).png().toBuffer());
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { email: "ada@example.com" });
  const words = { subject: "Hello", body: withPicture(picture._id) };
  const own = { token: practice.token };
  const preview = await testApp.request("POST", "/api/templates/previews", {
    ...own,
    json: { ...words, kind: "email" },
  });
  expect(preview.body.html).toContain('src="data:image/jpeg;base64,/9j/');
  expect(preview.body.html).toContain('alt="Our front door"');

  const json = { ...words, submissionId: crypto.randomUUID() };
  const sent = await testApp.request("POST", `/api/leads/${lead._id}/emails`, { ...own, json });
  expect(sent.status).toBe(201);
  await testApp.runJobs();
  const mail = await PostalMime.parse(smtp.taken.at(-1) ?? "");
  const [carried, ...more] = mail.attachments;
  expect(more).toEqual([]);
  expect(carried).toMatchObject({ disposition: "inline", mimeType: "image/jpeg" });
  expect(mail.html).toContain(`src="cid:${carried?.contentId?.replace(/[<>]/g, "")}"`);
  expect(mail.html).toContain('width="526"');
  expect(mail.html).not.toMatch(/src="(?!cid:)/);

  const address = `/api/leads/${lead._id}/emails/${sent.body.email._id}`;
  const letter = await testApp.request("GET", address, own);
  expect(letter.body.html).toContain('src="data:image/jpeg;base64,/9j/');
});

test("a template with too many pictures for an email is rejected", async () => {
  const ids: string[] = [];
  for (let side = 1; side <= pictureLimits.perEmail + 1; side += 1) {
    ids.push((await add(await paper(side, side).png().toBuffer())).body._id);
  }
  const { status, body } = await testApp.request("POST", "/api/templates", {
    token: practice.token,
    json: { kind: "email", title: "T", subject: "S", body: ids.map(withPicture).join("") },
  });
  expect([status, body.errors.body]).toEqual([422, "An email can have up to five pictures."]);
});

function add(upload: Buffer) {
  const json = { content: upload.toString("base64") };
  return testApp.request("POST", "/api/pictures", { token: practice.token, json });
}

function paper(width: number, height: number) {
  const background = { r: 12, g: 93, b: 102 };
  return sharp({ create: { width, height, channels: 3, background } });
}

function withPicture(id: string): string {
  return `<p>Look</p><img src="/api/pictures/${id}" alt="Our front door" width="900" height="300">`;
}
