// Emails a practice's monthly report to its managers. Each click sends it only once.

import styles from "#app/admin/report.module.css";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { monthReportWords as words } from "#content/month-report.ts";
import {
  MonthReportRequest,
  type ReportReaders,
  reportNoteLength,
} from "#contract/month-reports.ts";

type SendFormProps = {
  clientId: string;
  month: string;
  readers: ReportReaders["readers"];
  onDone: () => void;
};

/** The prefix for the name of each person's checkbox. The person's id follows. */
const readerPrefix = "to:";

export function SendForm({ clientId, month, readers, onDone }: SendFormProps) {
  const form = useForm({
    schema: MonthReportRequest,
    read: (typed) => ({
      ...typed,
      month,
      to: Object.keys(typed)
        .filter((name) => name.startsWith(readerPrefix))
        .map((name) => name.slice(readerPrefix.length)),
    }),
    send: (json) =>
      api.admin.clients[":id"]["month-reports"].$post({ param: { id: clientId }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
    },
    countsOnce: true,
  });
  const problem = form.errors.to;
  return (
    <Form form={form} aria-label={words.sendTitle(month)}>
      <fieldset className={styles.readers} aria-describedby="report-readers">
        <legend>{words.sendTo}</legend>
        {readers.map(({ _id, name, email }) => (
          <label key={_id}>
            <input type="checkbox" name={readerPrefix + _id} defaultChecked />
            <span>
              <bdi>{name}</bdi> <small className={styles.help}>{email}</small>
            </span>
          </label>
        ))}
        <p id="report-readers" className={problem ? styles.problem : styles.help}>
          {problem ?? (readers.length === 0 ? words.noReaders : words.sendHelp)}
        </p>
      </fieldset>
      <TextField name="note" label={words.note} rows={3} maxLength={reportNoteLength} />
      <FormEnd label={words.send}>
        <Button variant="quiet" onClick={onDone}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
