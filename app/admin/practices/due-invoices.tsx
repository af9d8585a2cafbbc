// Adds the due invoices of the listed practices in one step, after showing them.
import { useState } from "react";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useNow } from "#app/ui/now.tsx";
import { billingWords as words } from "#content/console/billing.ts";
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";
import type { ListedClient } from "#contract/practices.ts";
import { dayIn } from "#contract/zones.ts";
import styles from "./due-invoices.module.css";

type Due = { client: string; name: string; on: string; cents: number };

export function DueInvoices({ practices }: { practices: ListedClient[] }) {
  const today = dayIn(useNow(), agencyZone);
  const [isOpen, setIsOpen] = useState(false);
  const { change, isBusy } = useOneChange();
  const isDue = ({ nextInvoiceOn }: ListedClient) =>
    nextInvoiceOn !== null && nextInvoiceOn <= today;
  const due = practices
    .filter(isDue)
    .flatMap(({ _id, name, nextInvoiceOn, feeCents }): Due[] =>
      nextInvoiceOn && feeCents !== null
        ? [{ client: _id, name, on: nextInvoiceOn, cents: feeCents }]
        : [],
    );
  const withoutFee = practices.filter((one) => isDue(one) && one.feeCents === null);
  if (due.length === 0) return null;
  const close = () => setIsOpen(false);

  async function add() {
    const json = { due: due.map(({ client, on }) => ({ client, on })) };
    if (await change(() => api.admin.invoices.$post({ json }))) close();
  }

  return (
    <>
      <Button variant="outline" isSmall onClick={() => setIsOpen(true)}>
        {words.addDue}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={words.addDueTitle}>
        <p>
          {words.addDueMeans(
            due.length,
            dollarsText(due.reduce((sum, { cents }) => sum + cents, 0)),
          )}
        </p>
        <ul className={styles.list}>
          {due.map(({ client, name, on, cents }) => (
            <li key={client}>
              <bdi>{name}</bdi>
              <span>{dayText(on, { month: "short", day: "numeric", year: "numeric" })}</span>
              <span>${dollarsText(cents)}</span>
            </li>
          ))}
        </ul>
        {withoutFee.length > 0 && (
          <p className={styles.quiet}>
            {words.withoutFee(withoutFee.map(({ name }) => name).join(", "))}
          </p>
        )}
        <p className={styles.actions}>
          <Button disabled={isBusy} onClick={() => void add()}>
            {words.addDue}
          </Button>
          <Button variant="quiet" onClick={close}>
            {words.cancel}
          </Button>
        </p>
      </Dialog>
    </>
  );
}
