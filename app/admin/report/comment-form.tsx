// The owner's comment on the month. The practice's managers see it in the report.
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import styles from "#app/admin/report.module.css";
import { api } from "#app/api.ts";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { StaleChoice, useStale } from "#app/ui/version.tsx";
import { toastTitles } from "#content/console/frame.ts";
import { monthReportWords as words } from "#content/month-report.ts";
import {
  type MonthComment,
  MonthCommentChange,
  monthCommentLength,
} from "#contract/month-reports.ts";

type CommentFormProps = { clientId: string; month: string; comment: MonthComment | null };

export function CommentForm(props: CommentFormProps) {
  const [loaded, setLoaded] = useState(0);
  return <Comment key={loaded} {...props} onLoad={() => setLoaded(loaded + 1)} />;
}

function Comment({ clientId, month, comment, onLoad }: CommentFormProps & { onLoad: () => void }) {
  const newest = comment?.changedAt ?? null;
  // The version of the comment that the field shows, even if the page has been refreshed since.
  const version = useRef(newest);
  const [shown] = useState(comment?.text ?? "");
  const stale = useStale(newest);
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: MonthCommentChange,
    read: (typed) => ({ ...typed, month, changedAt: version.current }),
    send: (json) =>
      api.admin.clients[":id"]["month-comment"].$put({ param: { id: clientId }, json }),
    onDone({ comment: saved, message }) {
      version.current = saved?.changedAt ?? null;
      stale.forget();
      showToast({ title: toastTitles.done, message });
      void revalidate();
    },
    onRefused({ code }) {
      if (code !== "stale") return stale.forget();
      stale.refuse(version.current);
      void revalidate();
    },
  });

  function saveOver() {
    version.current = newest;
    void form.submit();
  }

  return (
    <section className={styles.box} aria-labelledby="month-comment">
      <h2 id="month-comment">{words.commentTitle}</h2>
      <Form form={form} aria-label={words.commentTitle}>
        <TextField
          name="text"
          label={words.comment}
          help={words.commentHelp}
          rows={6}
          maxLength={monthCommentLength}
          autoComplete="off"
          defaultValue={shown}
        />
        {stale.isStale && <StaleChoice onLoad={onLoad} onSave={saveOver} />}
        <FormEnd label={words.saveComment} />
      </Form>
    </section>
  );
}
