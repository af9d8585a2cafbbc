// The owner's own tags for the practice, which its people can't see. Each links to the list of
// practices.
import { Link, useRevalidator } from "react-router";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { IconX } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { toastTitles } from "#content/console/frame.ts";
import { practicePageWords as words } from "#content/console/practices.ts";
import { mostTags, type PracticeDetail, PracticeTagChange, tagLimit } from "#contract/practices.ts";
import boxes from "./box.module.css";
import styles from "./tags.module.css";

export function Tags({ practice: { _id, tags, knownTags } }: { practice: PracticeDetail }) {
  const change = useChange();
  const set = (tag: string, isRemoved: boolean) =>
    api.admin.clients[":id"].tags.$patch({ param: { id: _id }, json: { tag, isRemoved } });
  return (
    <section className={boxes.box} aria-labelledby="tags">
      <h2 id="tags">
        {words.tags} <span>{words.notesWhy}</span>
      </h2>
      {tags.length > 0 && (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link to={`/admin/practices?${new URLSearchParams({ tag })}`}>
                <bdi>{tag}</bdi>
              </Link>
              <Button
                variant="quiet"
                isSmall
                aria-label={words.removeTag(tag)}
                onClick={() => void change(() => set(tag, true), { undo: () => set(tag, false) })}
              >
                <IconX size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {tags.length < mostTags ? (
        <AddTag clientId={_id} suggestions={knownTags.filter((one) => !tags.includes(one))} />
      ) : (
        <p className={boxes.quiet}>{words.enoughTags(mostTags)}</p>
      )}
    </section>
  );
}

function AddTag({ clientId, suggestions }: { clientId: string; suggestions: string[] }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: PracticeTagChange,
    send: (json) => api.admin.clients[":id"].tags.$patch({ param: { id: clientId }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      form.reset();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.addTag}>
      <TextField
        name="tag"
        label={words.newTag}
        isRequired
        maxLength={tagLimit}
        autoComplete="off"
        suggestions={suggestions}
      />
      <FormEnd label={words.addTag} />
    </Form>
  );
}
