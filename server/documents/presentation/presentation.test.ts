import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { packages, packageTitle } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { mails } from "#server/db/schema.ts";
import { safeGreetingName, safePracticeName } from "#server/documents/greeting/safe-greeting.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const priceOf = (id: string) =>
  `$${packages.find((one) => one.id === id)?.price.toLocaleString("en-US")}`;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ RATE_LIMIT_FACTOR: "1" });
});
beforeEach(() => {
  testApp.receivedMails.length = 0;
  testApp.mailAnswers.length = 0;
});
afterAll(() => testApp.close());

test("a makeover request sends one email with a personalized PDF, and the owner is notified", async () => {
  const owner = await signInAdmin(testApp);
  const answer = await ask({ name: "Dr. Lena Okoro", email: "lena@example.com" });
  expect(answer.status).toBe(201);
  expect(answer.body.message).toBe("Your marketing makeover presentation was sent to your email.");
  await testApp.runJobs();

  const mine = testApp.receivedMails.filter(({ to }) => to === "lena@example.com");
  expect(mine).toHaveLength(1);
  expect(mine[0]?.text).toContain("Hi Dr. Lena Okoro,");
  expect(mine[0]?.text).not.toContain("your answers");
  expect(mine[0]?.text).toContain(site.postalAddress);
  expect(mine[0]?.attachments?.[0]).toMatchObject({
    fileName: "marketing-makeover.pdf",
    type: "application/pdf",
  });
  const { text, title, language } = await readPdf(mine[0]?.attachments?.[0]?.content);
  expect({ title, language }).toEqual({
    title: "A marketing makeover for your practice",
    language: "en-US",
  });
  const wanted = [
    "Made for Dr. Lena Okoro",
    // Even the shortest form gets a plan.
    "A plan for you",
    "Where most practices start.",
    "Start here",
    "Draft of your first ad",
    "What a makeover covers",
    "Do these today",
    "What we take off your plate",
    "What’s not included",
    "Next steps",
    site.phone,
    site.agencyEmail,
  ];
  expect(text).toContain(priceOf("p2"));
  // The texts appear in reading order.
  const places = wanted.map((words) => text.indexOf(words));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);

  expect(testApp.receivedMails.find(({ to }) => to === owner.email)?.subject).toContain(
    "Dr. Lena Okoro",
  );
});

test("a name that the PDF's fonts can't render appears only in the email", async () => {
  await ask({ name: "佐藤 花子", email: "hanako@example.com" });
  await testApp.runJobs();
  const mail = testApp.receivedMails.find(({ to }) => to === "hanako@example.com");
  expect(mail?.text).toContain("Hi 佐藤 花子,");
  const { text } = await readPdf(mail?.attachments?.[0]?.content);
  expect(text).not.toContain("Made for");
});

test("the makeover form's answers personalize the presentation, and the owner sees the answers", async () => {
  const owner = await signInAdmin(testApp);
  await ask({
    name: "Dr. Ana Reyes",
    email: "ana@example.com",
    practice: "Reyes & Sons Chiropractic",
    city: "St. Petersburg",
    specialty: "chiropractor",
    worry: "waiting",
    delay: "nextDay",
  });
  await testApp.runJobs();
  const mail = testApp.receivedMails.find(({ to }) => to === "ana@example.com");
  // The URL contains only the choices. It doesn't contain a name, because anyone can write a URL.
  expect(mail?.text).toContain("It’s based on your answers: it shows where we’d start");
  expect(mail?.text).toContain(
    "/marketing/makeover-plan?specialty=chiropractor&worry=waiting&delay=nextDay\n",
  );
  const { text, title } = await readPdf(mail?.attachments?.[0]?.content);
  expect(title).toBe("A marketing makeover for Reyes & Sons Chiropractic");
  for (const words of [
    "Chiropractor in St. Petersburg",
    "A plan for Reyes & Sons Chiropractic",
    "sports chiropractor St. Petersburg",
    "Give every inquiry an owner and a clock.",
    `${packageTitle("p2")} covers this: ${priceOf("p2")} a month.`,
    "You call the next day or later.",
  ]) {
    expect(text).toContain(words);
  }
  const notice = testApp.receivedMails.find(({ to }) => to === owner.email);
  expect(notice?.text).toContain("Reyes & Sons Chiropractic");
  expect(notice?.text).toContain("Web inquiries wait too long.");
});

test("a practice name that doesn't look like a name isn't printed", async () => {
  const practice = "Win at evil.example.com";
  await ask({ name: "Ana", email: "plain@example.com", practice, specialty: "dentist" });
  await testApp.runJobs();
  const mail = testApp.receivedMails.find(({ to }) => to === "plain@example.com");
  const { text } = await readPdf(mail?.attachments?.[0]?.content);
  expect(text).toContain("A plan for you");
  expect(text).toContain("emergency dentist near me");
  expect(text).not.toContain("evil.example.com");
});

test("an answer that isn't one of the choices is rejected", async () => {
  const answer = await ask({ name: "Ana", email: "odd@example.com", specialty: "astrologer" });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["specialty"]]);
});

test.each([
  ["Dr. Lena Okoro", "Dr. Lena Okoro"],
  ["Ana-María O’Neill, DDS", "Ana-María O’Neill, DDS"],
  ["Win at evil.example.com", null],
  ["https://evil.example.com", null],
  ["Call 813 555 0100", null],
  ["<b>Ana</b>", null],
  ["{{ phone }}", null],
  ["a".repeat(61), null],
])("%s is greeted as %s", (typed, greeted) => {
  expect(safeGreetingName(typed)).toBe(greeted);
});

test.each([
  ["Gulf Coast Chiropractic, P.A.", true],
  ["Smile 4 Kids Dentistry", true],
  ["32nd Street Dental", true],
  ["Smiles 24/7", true],
  ["Smith & Sons #2", true],
  ["Win at evil.example.com", false],
  ["Call 813 555 0100", false],
  ["ana@example.com", false],
  ["24/7", false],
  ["<b>Dental</b>", false],
  ["{{ phone }}", false],
  ["a".repeat(61), false],
])("the practice name %s is printed: %s", (typed, isPrinted) => {
  expect(safePracticeName(typed)).toBe(isPrinted ? typed : null);
});

test("only three makeover requests a day are accepted for one email address", async () => {
  const answers = [];
  for (let time = 1; time <= 4; time += 1) {
    answers.push((await ask({ name: "Ana", email: "victim@example.com" })).status);
  }
  expect(answers).toEqual([201, 201, 201, 429]);
});

test("an email whose attachment can't be rendered stays queued and fails on the last attempt", async () => {
  await ask({ name: "Ana", email: "gone@example.com" });
  // The contact request is deleted before the email is sent, so the presentation can't be rendered.
  const { contactRequests } = await import("#server/db/schema.ts");
  await testApp.deps.db.delete(contactRequests);
  await testApp.runJobs();
  expect(await statesOf("gone@example.com")).toEqual(["queued"]);
  const mail = await testApp.deps.db.query.mails.findFirst({
    where: (one, { eq }) => eq(one.to, "gone@example.com"),
  });
  await testApp.deps.db.transaction((tx) =>
    testApp.deps.jobs.enqueue(tx, "send-mail", {
      clientId: mail?.clientId ?? "",
      mailId: mail?.id ?? "",
    }),
  );
  await testApp.runJobs({ isLast: true });
  expect(await statesOf("gone@example.com")).toEqual(["failed"]);
  expect(testApp.receivedMails.filter(({ to }) => to === "gone@example.com")).toEqual([]);
});

function ask(who: { name: string; email: string } & Record<string, string>) {
  return testApp.request("POST", "/api/contact", { json: { ...who, makeOver: true, test: false } });
}

async function statesOf(to: string) {
  const { eq } = await import("drizzle-orm");
  const rows = await testApp.deps.db
    .select({ state: mails.state })
    .from(mails)
    .where(eq(mails.to, to))
    .orderBy(mails.id);
  return rows.map(({ state }) => state);
}
