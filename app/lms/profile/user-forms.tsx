// The practice's contact data, and the sender name and reply-to address of its emails.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { AddressFields, NameFields } from "#app/ui/account/account-fields.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { isFormChanged } from "#app/ui/form-drafts.ts";
import { SettingsForm, useSettingsPart } from "#app/ui/settings/unsaved.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { StaleChoice, useStale } from "#app/ui/version.tsx";
import { profileWords } from "#content/desk/profile.ts";
import { type Client, ProfileChange } from "#contract/accounts.ts";

/** The profile version that each form's fields show. */
type Versions = { information: string; mail: string };
type PartProps = { client: Client; versions: RefObject<Versions> };
type FieldsProps = PartProps & { onLoad: () => void };

/**
 * Keeps the version of one profile in two forms: a save in one of them must not make the other one
 * stale.
 */
export function useProfileVersions({ changedAt }: Client): RefObject<Versions> {
  return useRef({ information: changedAt, mail: changedAt });
}

function useProfileForm(part: keyof Versions, { client, versions, onLoad }: FieldsProps) {
  const { revalidate } = useRevalidator();
  // The profile that the fields show. A refetch does not change the fields, so it must not change
  // this.
  const [shown, setShown] = useState(client);
  const stale = useStale(client.changedAt);
  const form = useForm({
    schema: ProfileChange,
    read: (typed) => ({ ...typed, changedAt: versions.current[part] }),
    send: (json) => api.clients.me.$patch({ json }),
    onDone({ message, userData }) {
      const before = versions.current[part];
      const next = (version: string) => (version === before ? userData.changedAt : version);
      const { information, mail } = versions.current;
      versions.current = { information: next(information), mail: next(mail) };
      setShown(userData);
      stale.forget();
      saved();
      showToast({ title: message });
      void revalidate();
    },
    onRefused({ code }) {
      if (code !== "stale") return stale.forget();
      stale.refuse(versions.current[part]);
      void revalidate();
    },
  });
  const { changedAt } = client;

  function takeVersion() {
    versions.current = { ...versions.current, [part]: changedAt };
  }

  function load() {
    takeVersion();
    onLoad();
  }

  function saveOver() {
    takeVersion();
    void form.submit();
  }

  const onOld = useEffectEvent(load);
  useEffect(() => {
    const isOld = versions.current[part] !== changedAt;
    if (isOld && form.ref.current && !isFormChanged(form.ref.current)) onOld();
  }, [changedAt, form.ref, part, versions]);

  const choice = stale.isStale && <StaleChoice onLoad={load} onSave={saveOver} />;
  const name = profileWords.sections[part];
  const saved = useSettingsPart({ name, form, choice, discard: load });
  return { form, shown };
}

export function InformationForm(props: PartProps) {
  const [loaded, setLoaded] = useState(0);
  return <Information key={loaded} {...props} onLoad={() => setLoaded(loaded + 1)} />;
}

function Information(props: FieldsProps) {
  const { form, shown } = useProfileForm("information", props);
  return (
    <SettingsForm form={form} aria-label={profileWords.sections.information}>
      <TextField
        name="name"
        label={profileWords.practice}
        autoComplete="organization"
        defaultValue={shown.name}
        isRequired
      />
      <NameFields of={shown} />
      <AddressFields of={shown} />
    </SettingsForm>
  );
}

export function MailForm(props: PartProps) {
  const [loaded, setLoaded] = useState(0);
  return <Mail key={loaded} {...props} onLoad={() => setLoaded(loaded + 1)} />;
}

function Mail(props: FieldsProps) {
  const { client } = props;
  const { form, shown } = useProfileForm("mail", props);
  return (
    <SettingsForm form={form} aria-label={profileWords.sections.mail}>
      <TextField
        name="senderName"
        label={profileWords.senderName}
        autoComplete="off"
        defaultValue={shown.senderName}
        help={profileWords.senderHelp(client.name)}
      />
      <EmailField
        name="replyTo"
        label={profileWords.replyTo}
        autoComplete="off"
        defaultValue={shown.replyTo}
        help={profileWords.replyToHelp(client.defaultReplyTo)}
      />
    </SettingsForm>
  );
}
