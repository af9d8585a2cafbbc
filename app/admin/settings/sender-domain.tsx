// Whether other mail servers can verify the sender: SPF, DKIM and DMARC, looked up on request.
import { useState } from "react";
import { api } from "#app/api.ts";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { IconAlertTriangle, IconCheck } from "#app/ui/icons.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { settingsWords } from "#content/console/settings.ts";
import { type SenderCheck, SenderCheckRequest } from "#contract/sender-domain.ts";
import styles from "./settings.module.css";

const words = settingsWords.mail.sender;
const kinds = ["spf", "dkim", "dmarc"] as const;

export function SenderDomain() {
  const [found, setFound] = useState<SenderCheck | null>(null);
  const form = useForm({
    schema: SenderCheckRequest,
    send: (json) => api.admin.settings["sender-checks"].$post({ json }),
    onDone: (answer) => setFound(answer),
  });
  return (
    <section className={styles.apart} aria-labelledby="sender-domain">
      <h3 id="sender-domain" className={styles.title}>
        {words.title}
      </h3>
      <p className={styles.about}>{words.about}</p>
      <Form form={form} aria-label={words.title}>
        <TextField
          name="selector"
          label={words.selector}
          help={words.selectorHelp}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormEnd label={words.check} />
      </Form>
      <div role="status">
        {found && (
          <dl className={styles.records}>
            {kinds.map((kind) => (
              <SenderRecordRow key={kind} kind={kind} record={found[kind]} />
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}

type RowProps = { kind: (typeof kinds)[number]; record: SenderCheck["spf"] };

function SenderRecordRow({ kind, record: { state, name, text } }: RowProps) {
  const isRight = state === "right";
  return (
    <div data-right={isRight || undefined}>
      <dt>
        {isRight ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        {words.records[kind]}
      </dt>
      <dd>
        <strong>{words.states[state]}</strong>
        {!isRight && <p>{words.help[kind][state]}</p>}
        <code>{text ?? name}</code>
      </dd>
    </div>
  );
}
