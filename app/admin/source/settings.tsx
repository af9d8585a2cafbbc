// The settings of a source: its name, and what its kind has besides.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { toastTitles } from "#content/console/frame.ts";
import { sourceWords as words } from "#content/console/sources.ts";
import { SourceChange, type SourceDetail, sourceLimits } from "#contract/sources.ts";

type Props = { source: SourceDetail };
type Typed = Record<string, unknown>;

function useSourceForm(source: SourceDetail, read?: (typed: Typed) => object) {
  const { revalidate } = useRevalidator();
  return useForm({
    schema: SourceChange,
    ...(read && { read }),
    send: (json) => api.admin.sources[":id"].$patch({ param: { id: source._id }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      void revalidate();
    },
  });
}

export function RenameForm({ source }: Props) {
  return (
    <Form form={useSourceForm(source)} aria-label={words.rename}>
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        defaultValue={source.name}
        maxLength={sourceLimits.name}
        isRequired
        autoComplete="off"
      />
      <FormEnd label={words.save} />
    </Form>
  );
}

export function WebPageForm({ source }: Props) {
  const form = useSourceForm(source, ({ thanksUrl, allowedOrigins }) => ({
    thanksUrl: thanksUrl || null,
    allowedOrigins: String(allowedOrigins)
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  }));
  const problem = Object.entries(form.errors).find(([name]) => name.startsWith("allowedOrigins"));
  return (
    <Form form={form} aria-label={words.settings}>
      <TextField
        name="thanksUrl"
        label={words.thanksUrl}
        help={words.thanksHelp}
        type="url"
        defaultValue={source.thanksUrl ?? ""}
        autoComplete="off"
      />
      <TextField
        name="allowedOrigins"
        label={words.origins}
        help={words.originsHelp}
        rows={3}
        defaultValue={source.allowedOrigins.join("\n")}
        {...(problem && { problem: problem[1] })}
      />
      <FormEnd label={words.save} />
    </Form>
  );
}

export function TokenForm({ source }: Props) {
  return (
    <Form form={useSourceForm(source)} aria-label={words.newToken}>
      <TextField
        name="pageToken"
        label={words.newToken}
        help={words.pageTokenHelp}
        type="password"
        autoComplete="off"
        isRequired
      />
      <FormEnd label={words.saveToken} />
    </Form>
  );
}
