// Inviting a person, and correcting a person's name.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { NameFields } from "#app/ui/account/account-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmailField, SelectField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { peopleWords, roleNames } from "#content/desk/people.ts";
import { NewPerson, type Person, PersonChange } from "#contract/people.ts";
import { roles } from "#contract/roles.ts";

const roleOptions = roles.map((value) => ({ value, name: roleNames[value] })).toReversed();

export function InviteForm({ onDone }: { onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: NewPerson,
    send: (json) => api.clients.me.people.$post({ json }),
    onDone({ message }) {
      onDone();
      showToast({ title: message });
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={peopleWords.inviteTitle}>
      <NameFields isOwn={false} />
      <EmailField autoComplete="off" isRequired />
      <SelectField
        name="role"
        label={peopleWords.role}
        help={peopleWords.roleHelp}
        defaultValue="member"
        options={roleOptions}
        isRequired
      />
      <FormEnd label={peopleWords.sendInvitation}>
        <Button variant="quiet" onClick={onDone}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}

export function RenameForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: PersonChange,
    send: (json) => api.clients.me.people[":id"].$patch({ param: { id: person._id }, json }),
    onDone({ message }) {
      onDone();
      showToast({ title: message });
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={peopleWords.rename}>
      <NameFields of={person} isOwn={false} />
      <FormEnd label={controlWords.save} sendingLabel={controlWords.saving}>
        <Button variant="quiet" onClick={onDone}>
          {controlWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
