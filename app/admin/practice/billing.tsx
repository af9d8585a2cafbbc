// What the practice pays the agency: its package, and its invoices. Only owners see it.
import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { amountOf } from "#app/admin/amount.ts";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { billingWords as words } from "#content/console/billing.ts";
import { toastTitles } from "#content/console/frame.ts";
import { packages } from "#content/marketing.ts";
import {
  type Agreement,
  AgreementChange,
  type Invoice,
  NewInvoice,
  packageLimit,
} from "#contract/billing.ts";
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import { dayIn } from "#contract/zones.ts";
import styles from "./billing.module.css";
import boxes from "./box.module.css";

const account = api.admin.clients[":id"];

const dateOf = (day: string) => dayText(day, { month: "short", day: "numeric", year: "numeric" });

export function PackageAndInvoices({ practice }: { practice: PracticeDetail }) {
  const { _id, billing } = practice;
  const [opened, setOpened] = useState<"package" | "invoice" | null>(null);
  const close = () => setOpened(null);
  const unpaidCents = billing.invoices
    .filter(({ paidOn }) => paidOn === null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <section className={boxes.box} aria-labelledby="billing">
      <h2 id="billing">
        {words.title} <span>{words.why}</span>
      </h2>
      {opened === "package" ? (
        <AgreementForm clientId={_id} agreement={billing.agreement} onDone={close} />
      ) : (
        <Agreed agreement={billing.agreement}>
          <Button variant="outline" isSmall onClick={() => setOpened("package")}>
            {words.edit}
          </Button>
        </Agreed>
      )}
      <div className={styles.head}>
        <h3 id="invoices">{words.invoices}</h3>
        {unpaidCents > 0 && <strong>{words.open(dollarsText(unpaidCents))}</strong>}
      </div>
      {billing.invoices.length === 0 && <p className={boxes.quiet}>{words.noInvoices}</p>}
      {billing.invoices.length > 0 && (
        <ul className={boxes.rows} aria-labelledby="invoices">
          {billing.invoices.map((invoice) => (
            <InvoiceRow key={invoice._id} clientId={_id} invoice={invoice} />
          ))}
        </ul>
      )}
      {opened === "invoice" ? (
        <InvoiceForm clientId={_id} agreement={billing.agreement} onDone={close} />
      ) : (
        <p>
          <Button variant="outline" isSmall onClick={() => setOpened("invoice")}>
            {words.addInvoice}
          </Button>
        </p>
      )}
    </section>
  );
}

function Agreed({ agreement, children }: { agreement: Agreement; children: ReactNode }) {
  const today = dayIn(useNow(), agencyZone);
  const { package: name, feeCents, startsOn, nextInvoiceOn } = agreement;
  const hasDates = startsOn !== null || nextInvoiceOn !== null;
  return (
    <div className={styles.agreed}>
      {name || feeCents !== null ? (
        <p className={styles.package}>
          <bdi>{name}</bdi>
          {feeCents !== null && <span>{words.perMonth(dollarsText(feeCents))}</span>}
        </p>
      ) : (
        <p className={boxes.quiet}>{words.none}</p>
      )}
      {hasDates && (
        <p className={styles.dates}>
          {startsOn && (
            <span>{(startsOn > today ? words.willStart : words.starts)(dateOf(startsOn))}</span>
          )}
          {nextInvoiceOn && <NextInvoice on={nextInvoiceOn} today={today} />}
        </p>
      )}
      <p>{children}</p>
    </div>
  );
}

/** Bold once it is due, because color is only for response times. */
function NextInvoice({ on, today }: { on: string; today: string }) {
  if (on > today) return <span>{words.nextInvoice(dateOf(on))}</span>;
  return <strong>{on === today ? words.invoiceToday : words.invoiceDue(dateOf(on))}</strong>;
}

type FormProps = { clientId: string; agreement: Agreement; onDone: () => void };

function AgreementForm({ clientId, agreement, onDone }: FormProps) {
  // The agreement when the dialog was opened, even if the page refreshes.
  const [shown] = useState(agreement);
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: AgreementChange,
    read: ({ package: name, feeCents, startsOn, nextInvoiceOn }) => ({
      package: name,
      feeCents: amountOf(feeCents),
      startsOn: startsOn || null,
      nextInvoiceOn: nextInvoiceOn || null,
      changedAt: shown.changedAt,
    }),
    send: (json) => account.agreement.$put({ param: { id: clientId }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
    // Someone else may have changed it, so the reopened form shows the stored values.
    onRefused: () => void revalidate(),
  });
  return (
    <Form form={form} aria-label={words.edit}>
      <div className={styles.fields}>
        <TextField
          name="package"
          label={words.package}
          help={words.packageHelp}
          suggestions={packages.map(({ title }) => title)}
          maxLength={packageLimit}
          autoComplete="off"
          defaultValue={shown.package}
        />
        <TextField
          name="feeCents"
          label={words.fee}
          inputMode="decimal"
          placeholder={words.feeHint}
          autoComplete="off"
          defaultValue={shown.feeCents === null ? "" : dollarsText(shown.feeCents)}
        />
        <TextField
          name="startsOn"
          label={words.startsOn}
          type="date"
          defaultValue={shown.startsOn ?? ""}
        />
        <TextField
          name="nextInvoiceOn"
          label={words.nextInvoiceOn}
          type="date"
          defaultValue={shown.nextInvoiceOn ?? ""}
        />
      </div>
      <FormEnd label={words.save}>
        <Button variant="quiet" onClick={onDone}>
          {words.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

function InvoiceForm({ clientId, agreement, onDone }: FormProps) {
  const now = useNow();
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: NewInvoice,
    read: ({ submissionId, invoicedOn, amountCents }) => ({
      _id: submissionId,
      invoicedOn,
      // A missing amount isn't zero.
      amountCents: amountOf(amountCents) ?? Number.NaN,
    }),
    send: (json) => account.invoices.$post({ param: { id: clientId }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
    countsOnce: true,
  });
  return (
    <Form form={form} aria-label={words.addInvoice}>
      <div className={styles.fields}>
        <TextField
          name="invoicedOn"
          label={words.invoicedOn}
          type="date"
          defaultValue={agreement.nextInvoiceOn ?? dayIn(now, agencyZone)}
          isRequired
        />
        <TextField
          name="amountCents"
          label={words.amount}
          inputMode="decimal"
          placeholder={words.feeHint}
          autoComplete="off"
          defaultValue={agreement.feeCents === null ? "" : dollarsText(agreement.feeCents)}
          isRequired
        />
      </div>
      <FormEnd label={words.addInvoice}>
        <Button variant="quiet" onClick={onDone}>
          {words.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

function InvoiceRow({ clientId, invoice }: { clientId: string; invoice: Invoice }) {
  const today = dayIn(useNow(), agencyZone);
  const { change, isBusy } = useOneChange();
  const { _id, invoicedOn, amountCents, paidOn } = invoice;
  const one = account.invoices[":invoiceId"];
  const param = { id: clientId, invoiceId: _id };
  const pay = (on: string) => one.payment.$put({ param, json: { paidOn: on } });
  const removePayment = () => one.payment.$delete({ param });
  const date = dateOf(invoicedOn);
  return (
    <li>
      <span className={boxes.name}>{date}</span>
      <span className={styles.amount}>${dollarsText(amountCents)}</span>
      <span className={styles.actions}>
        {paidOn ? (
          <span className={boxes.quiet}>{words.paidOn(dateOf(paidOn))}</span>
        ) : (
          <strong>{words.unpaid}</strong>
        )}
        {paidOn ? (
          <Button
            variant="quiet"
            isSmall
            disabled={isBusy}
            aria-label={words.markUnpaidOf(date)}
            onClick={() => void change(removePayment, { undo: () => pay(paidOn) })}
          >
            {words.markUnpaid}
          </Button>
        ) : (
          <Button
            variant="outline"
            isSmall
            disabled={isBusy}
            aria-label={words.markPaidOf(date)}
            onClick={() => void change(() => pay(today), { undo: removePayment })}
          >
            {words.markPaid}
          </Button>
        )}
        <Button
          variant="quiet"
          isSmall
          disabled={isBusy}
          aria-label={words.removeOf(date)}
          onClick={() =>
            void change(() => one.$delete({ param }), {
              undo: () => account.invoices.$post({ param: { id: clientId }, json: invoice }),
            })
          }
        >
          {words.remove}
        </Button>
      </span>
    </li>
  );
}
