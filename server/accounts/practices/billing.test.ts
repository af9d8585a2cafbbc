// What a practice pays the agency, through the API.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayAfter } from "#contract/zones.ts";
import { makePractice } from "#server/db/make.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(() => testApp.pool.query("truncate invoices, audit_entries"));
afterAll(() => testApp.close());

const gold = {
  ...{ package: "Gold", feeCents: 129_700 },
  ...{ startsOn: "2026-03-02", nextInvoiceOn: "2026-04-01" },
};

function change(method: string, path: string, json?: object) {
  return testApp.request(method, `/api/admin/clients/${path}`, { token: owner.token, json });
}

async function billingOf(clientId: string) {
  const { body } = await testApp.request("GET", `/api/admin/clients/${clientId}`, {
    token: owner.token,
  });
  return body.billing;
}

async function agree(clientId: string, agreement: object = gold) {
  const { changedAt } = (await billingOf(clientId)).agreement;
  return change("PUT", `${clientId}/agreement`, { changedAt, ...agreement });
}

async function addInvoice(clientId: string, invoice: object = {}) {
  const _id = randomUUID();
  const json = { _id, invoicedOn: "2026-03-01", amountCents: 129_700, ...invoice };
  const { status, body } = await change("POST", `${clientId}/invoices`, json);
  return { status, body, invoiceId: _id, json };
}

async function entries() {
  const { rows } = await testApp.pool.query(
    "select action, detail from audit_entries where action ~ 'agreement|invoice' order by id",
  );
  return rows.map(({ action, detail }) => [action, JSON.parse(detail.changes ?? "[]")]);
}

test("the owner saves a package with its fee and dates; the change is audited with old and new values", async () => {
  const { clientId } = await makePractice(testApp.deps);
  expect(await billingOf(clientId)).toMatchObject({
    agreement: { package: "", feeCents: null, startsOn: null, nextInvoiceOn: null },
    invoices: [],
  });
  expect((await agree(clientId)).body).toMatchObject({ agreement: gold });
  const own = { ...gold, package: "Gold, and the website", feeCents: 150_050 };
  expect((await agree(clientId, own)).body.agreement).toMatchObject(own);
  expect(await entries()).toEqual([
    [
      "agreement_changed",
      expect.arrayContaining([
        { field: "package", from: null, to: "Gold" },
        { field: "fee", from: null, to: "$1,297.00" },
        { field: "startsOn", from: null, to: "2026-03-02" },
        { field: "nextInvoiceOn", from: null, to: "2026-04-01" },
      ]),
    ],
    [
      "agreement_changed",
      [
        { field: "package", from: "Gold", to: "Gold, and the website" },
        { field: "fee", from: "$1,297.00", to: "$1,500.50" },
      ],
    ],
  ]);
});

test("a change to an outdated version of the agreement is rejected", async () => {
  const { clientId } = await makePractice(testApp.deps);
  const { changedAt } = (await billingOf(clientId)).agreement;
  await agree(clientId);
  const stale = await agree(clientId, { ...gold, package: "Silver", changedAt });
  expect([stale.status, stale.body.code]).toEqual([409, "stale"]);
});

test("saving the same agreement again with the old version succeeds and is audited once", async () => {
  const { clientId } = await makePractice(testApp.deps);
  const { changedAt } = (await billingOf(clientId)).agreement;
  const answers = [];
  for (const _ of [1, 2]) answers.push(await agree(clientId, { ...gold, changedAt }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body.agreement).toEqual(answers[0]?.body.agreement);
  expect(await entries()).toHaveLength(1);
});

test("adding the invoice that is due moves the next due date one month later, and the change is audited", async () => {
  const { clientId } = await makePractice(testApp.deps);
  await agree(clientId, { ...gold, nextInvoiceOn: "2026-01-31" });
  const next = async () => (await billingOf(clientId)).agreement.nextInvoiceOn;
  const { changedAt } = (await billingOf(clientId)).agreement;
  await addInvoice(clientId, { invoicedOn: "2026-01-30" });
  expect(await next()).toBe("2026-01-31");
  const due = await addInvoice(clientId, { invoicedOn: "2026-01-31" });
  await change("POST", `${clientId}/invoices`, due.json);
  expect(due.body.agreement.nextInvoiceOn).toBe("2026-02-28");
  expect(await next()).toBe("2026-02-28");
  await addInvoice(clientId, { invoicedOn: "2026-03-01" });
  expect(await next()).toBe("2026-03-31");
  expect((await entries()).slice(-1)).toEqual([
    ["agreement_changed", [{ field: "nextInvoiceOn", from: "2026-02-28", to: "2026-03-31" }]],
  ]);
  // Saving a form that was opened earlier would restore the old date.
  expect((await agree(clientId, { ...gold, changedAt })).status).toBe(409);
});

test("deleting the invoice that moved the due date moves it back, unless it was changed since", async () => {
  const { clientId } = await makePractice(testApp.deps);
  await agree(clientId, { ...gold, nextInvoiceOn: "2026-01-31" });
  const next = async () => (await billingOf(clientId)).agreement.nextInvoiceOn;
  const remove = (id: string) => change("DELETE", `${clientId}/invoices/${id}`);
  const earlier = await addInvoice(clientId, { invoicedOn: "2026-01-30" });
  const mistaken = await addInvoice(clientId, { invoicedOn: "2026-01-31" });
  expect(await next()).toBe("2026-02-28");
  await remove(mistaken.invoiceId);
  expect(await next()).toBe("2026-01-31");
  await remove(earlier.invoiceId);
  expect(await next()).toBe("2026-01-31");
  const again = await addInvoice(clientId, { invoicedOn: "2026-01-31" });
  await agree(clientId, { ...gold, nextInvoiceOn: "2026-03-15" });
  await remove(again.invoiceId);
  expect(await next()).toBe("2026-03-15");
});

test("the due invoices of several practices are added in one step, once, and only with a fee and the date that was seen", async () => {
  const today = testApp.clock.now.toISOString().slice(0, 10);
  const practices: { client: string; on: string }[] = [];
  for (const agreement of [
    { ...gold, nextInvoiceOn: today },
    { ...gold, feeCents: 50_000, nextInvoiceOn: "2026-02-28" },
    { ...gold, feeCents: null, nextInvoiceOn: "2026-03-01" },
    { ...gold, nextInvoiceOn: dayAfter(today, 1) },
  ]) {
    const { clientId } = await makePractice(testApp.deps);
    await agree(clientId, agreement);
    practices.push({ client: clientId, on: agreement.nextInvoiceOn });
  }
  const [first, second, withoutFee, tomorrow] = practices.map(({ client }) => client);
  const listed = async (needs: string) => {
    const { body } = await testApp.request("GET", `/api/admin/clients?needs=${needs}`, {
      token: owner.token,
    });
    return body.clients.filter(({ _id }: { _id: string }) =>
      practices.some(({ client }) => client === _id),
    );
  };
  const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id).toSorted();
  expect(idsOf(await listed("invoice"))).toEqual([first, second, withoutFee].toSorted());
  const add = async (due: object) => {
    const { status, body } = await testApp.request("POST", "/api/admin/invoices", {
      ...{ token: owner.token, json: { due } },
    });
    return [status, body.added];
  };
  expect(await add([{ client: first, on: dayAfter(today, -1) }])).toEqual([201, 0]);
  expect(await add(practices)).toEqual([201, 2]);
  expect(await add(practices)).toEqual([201, 0]);
  expect((await billingOf(second ?? "")).invoices).toMatchObject([
    { invoicedOn: "2026-02-28", amountCents: 50_000, paidOn: null },
  ]);
  expect((await billingOf(second ?? "")).agreement.nextInvoiceOn).toBe("2026-03-28");
  expect((await billingOf(tomorrow ?? "")).invoices).toEqual([]);
  const unpaid = await listed("payment");
  expect(idsOf(unpaid)).toEqual([first, second].toSorted());
  expect(unpaid.map(({ unpaidCents }: { unpaidCents: number }) => unpaidCents).toSorted()).toEqual([
    129_700, 50_000,
  ]);
});

test.each([
  ["a fraction of a cent", { feeCents: 0.5 }, "feeCents"],
  ["a negative amount", { feeCents: -1 }, "feeCents"],
  ["a name that is too long", { package: "x".repeat(61) }, "package"],
  ["a day that doesn't exist", { nextInvoiceOn: "2026-02-30" }, "nextInvoiceOn"],
])("an agreement with %s is rejected", async (_, wrong, field) => {
  const { clientId } = await makePractice(testApp.deps);
  const { status, body } = await agree(clientId, { ...gold, ...wrong });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test("an invoice is added once, marked as paid, marked as unpaid, and deleted; each step is audited", async () => {
  const { clientId } = await makePractice(testApp.deps);
  const added = await addInvoice(clientId);
  expect(added).toMatchObject({ status: 201, body: { invoices: [{ paidOn: null }] } });
  expect((await change("POST", `${clientId}/invoices`, added.json)).body.invoices).toHaveLength(1);
  await addInvoice(clientId, { invoicedOn: "2026-04-01" });
  const path = `${clientId}/invoices/${added.invoiceId}`;
  for (const _ of [1, 2]) {
    const { body } = await change("PUT", `${path}/payment`, { paidOn: "2026-03-20" });
    // Invoices are listed newest first.
    expect(body.invoices).toMatchObject([
      { invoicedOn: "2026-04-01", paidOn: null },
      { invoicedOn: "2026-03-01", paidOn: "2026-03-20" },
    ]);
  }
  expect((await change("DELETE", `${path}/payment`)).body.invoices[1].paidOn).toBeNull();
  expect((await change("DELETE", path)).body.invoices).toHaveLength(1);
  expect((await change("DELETE", path)).status).toBe(404);
  expect(await entries()).toMatchObject([
    ["invoice_added", [{ field: "invoicedOn" }, { field: "amount", to: "$1,297.00" }]],
    ["invoice_added", {}],
    ["invoice_paid", [{ field: "paidOn", from: null, to: "2026-03-20" }]],
    ["invoice_unpaid", [{ field: "paidOn", from: "2026-03-20", to: null }]],
    ["invoice_deleted", {}],
  ]);
});

test("changes to another practice's invoice, an unknown practice or a demo return 404", async () => {
  const [one, other] = [await makePractice(testApp.deps), await makePractice(testApp.deps)];
  const { invoiceId } = await addInvoice(one.clientId);
  const path = `${other.clientId}/invoices/${invoiceId}`;
  expect((await change("PUT", `${path}/payment`, { paidOn: "2026-03-20" })).status).toBe(404);
  expect((await change("DELETE", `${path}/payment`)).status).toBe(404);
  expect((await change("DELETE", path)).status).toBe(404);
  const demo = await testApp.pool.query(
    `insert into clients (name, phone, address, city, state, zip, admin_code, is_demo)
     values ('Demo', '', '', '', '', '', '', true) returning id`,
  );
  for (const clientId of [randomUUID(), demo.rows[0].id]) {
    expect((await addInvoice(clientId)).status).toBe(404);
    const changedAt = testApp.clock.now.toISOString();
    expect((await change("PUT", `${clientId}/agreement`, { ...gold, changedAt })).status).toBe(404);
  }
});

test("the practice's own responses don't contain its package or invoices", async () => {
  const practice = await signInClient(testApp);
  const { invoiceId } = await addInvoice(practice.clientId, { amountCents: 7_654_321 });
  await agree(practice.clientId, { ...gold, package: "Platinum Secret" });
  for (const path of [
    "credentials",
    "clients/me/people",
    "clients/me/first-steps",
    "leads/new",
    "leads/figures",
  ]) {
    const { body, status } = await testApp.request("GET", `/api/${path}`, {
      token: practice.token,
    });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(
      new RegExp(`Platinum Secret|76,?543\\.?21|${invoiceId}`),
    );
  }
});

test("the invoice export has every practice's invoices, oldest first, and is audited", async () => {
  const [one, other] = [
    await makePractice(testApp.deps, { name: "=Bay Dental" }),
    await makePractice(testApp.deps, { name: "Harbor Dental" }),
  ];
  await agree(one.clientId);
  await addInvoice(one.clientId, { invoicedOn: "2026-04-01", paidOn: "2026-04-03" });
  await addInvoice(other.clientId, { amountCents: 5 });
  const { body } = await testApp.request("GET", "/api/admin/invoices/export.csv", {
    token: owner.token,
  });
  expect(String(body).replace("\uFEFF", "").trim().split("\r\n")).toEqual([
    "Practice,Package,Invoice date,Amount (USD),Status,Paid on",
    "Harbor Dental,,2026-03-01,0.05,Not paid,",
    "'=Bay Dental,Gold,2026-04-01,1297.00,Paid,2026-04-03",
  ]);
  const { rows } = await testApp.pool.query(
    "select account_id from audit_entries where action = 'invoices_exported'",
  );
  expect(rows).toEqual([{ account_id: owner.accountId }]);
});

test("the CSV export includes all invoices, even if they need more than one batch", async () => {
  const { clientId } = await makePractice(testApp.deps);
  await testApp.pool.query(
    `insert into invoices (client_id, id, invoiced_on, amount_cents)
     select $1, gen_random_uuid(), '2026-03-01', n from generate_series(1, 450) as n`,
    [clientId],
  );
  const { body } = await testApp.request("GET", "/api/admin/invoices/export.csv", {
    token: owner.token,
  });
  expect(new Set(String(body).trim().split("\r\n")).size).toBe(451);
});

test("the list of practices shows packages and can be filtered and sorted by them", async () => {
  const mark = `M${randomUUID().slice(0, 8)}`;
  const make = async (name: string, packageName: string) => {
    const { clientId } = await makePractice(testApp.deps, { name: `${name} ${mark}` });
    if (packageName) await agree(clientId, { ...gold, package: packageName });
  };
  await make("One", "Silver");
  await make("Two", "");
  await make("Three", "Gold");
  const list = async (query: string) => {
    const { body } = await testApp.request("GET", `/api/admin/clients?search=${mark}&${query}`, {
      token: owner.token,
    });
    expect(body.packages).toEqual(expect.arrayContaining(["Gold", "Silver"]));
    return body.clients.map((one: { name: string; package: string }) => [
      one.name.split(" ")[0],
      one.package,
    ]);
  };
  expect(await list("package=Gold")).toEqual([["Three", "Gold"]]);
  expect(await list("package=none")).toEqual([["Two", ""]]);
  expect(await list("sort=package")).toEqual([
    ["Three", "Gold"],
    ["One", "Silver"],
    ["Two", ""],
  ]);
});
