// What a practice pays the agency: its package and its invoices.

export const billingWords = {
  title: "Package and invoices",
  why: "Only owners see this.",
  none: "No package yet.",
  perMonth: (dollars: string) => `$${dollars} a month`,
  starts: (day: string) => `Started ${day}`,
  willStart: (day: string) => `Starts ${day}`,
  nextInvoice: (day: string) => `Next invoice ${day}`,
  invoiceDue: (day: string) => `Next invoice was due ${day}`,
  invoiceToday: "Next invoice is due today",
  edit: "Edit package",
  package: "Package",
  packageHelp: "Choose one, or write your own.",
  fee: "Monthly fee (USD)",
  feeHint: "2,000.00",
  startsOn: "Start date",
  nextInvoiceOn: "Next invoice date",
  save: "Save",
  cancel: "Cancel",

  invoices: "Invoices",
  noInvoices: "No invoices yet.",
  addInvoice: "Add invoice",
  invoicedOn: "Invoice date",
  amount: "Amount (USD)",
  paid: "Paid",
  unpaid: "Not paid",
  paidOn: (day: string) => `Paid ${day}`,
  /** The total of all unpaid invoices. */
  open: (dollars: string) => `$${dollars} not paid`,
  markPaid: "Mark paid",
  markPaidOf: (invoice: string) => `Mark the invoice of ${invoice} as paid`,
  markUnpaid: "Mark not paid",
  markUnpaidOf: (invoice: string) => `Mark the invoice of ${invoice} as not paid`,
  remove: "Delete",
  removeOf: (invoice: string) => `Delete the invoice of ${invoice}`,
  export: "Export invoices",

  // This is for the list of practices.
  due: (day: string) => `Invoice due ${day}`,
  addDue: "Add due invoices",
  addDueTitle: "Add the invoices that are due?",
  addDueMeans: (count: number, dollars: string) =>
    `${count === 1 ? "1 invoice" : `${count} invoices`}, $${dollars} in all. Each is for the practice’s monthly fee, and its next invoice date moves one month on.`,
  withoutFee: (names: string) => `Without a monthly fee, so not included: ${names}.`,
  anyPackage: "Any",
  noPackage: "No package",
} as const;

/** The columns of the exported file, in order. */
export const invoiceColumns = {
  practice: "Practice",
  package: "Package",
  invoicedOn: "Invoice date",
  amount: "Amount (USD)",
  isPaid: "Status",
  paidOn: "Paid on",
} as const;

/** The API's messages. */
export const billingMessages = {
  saved: "Package saved.",
  added: "Invoice added.",
  paid: "Invoice marked as paid.",
  unpaid: "Invoice marked as not paid.",
  deleted: "Invoice deleted.",
  dueAdded: (count: number) =>
    count === 1 ? "1 invoice added." : `${count === 0 ? "No" : count} invoices added.`,
} as const;
