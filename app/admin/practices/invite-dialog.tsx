// Invites a practice by email, and shows the pending invitations and the code for registering
// without an invitation.
import { useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { StartingPointField, startingPointIn } from "#app/admin/copy-set/starting-point-field.tsx";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { practiceWords as words } from "#content/console/practices.ts";
import { dateText } from "#contract/moment-text.ts";
import { InvitationRequest, type Invitations } from "#contract/practices.ts";
import styles from "./invite-dialog.module.css";

const InviteForm = InvitationRequest.required({ practiceName: true });
const date = (moment: string) => dateText(moment, agencyZone);

type InviteProps = Invitations & { onCancel: () => void };

export function InviteBox({ invitations, admin_id, onCancel }: InviteProps) {
  const { revalidate } = useRevalidator();
  const change = useChange();
  const form = useForm({
    schema: InviteForm,
    read: (typed) => ({ ...typed, templateSet: startingPointIn(typed) }),
    send: (json) => api.admin.invitations.$post({ json }),
    onDone({ message }) {
      showToast({ title: toastTitles.invited, message });
      form.reset();
      void revalidate();
    },
  });
  return (
    <div className={styles.invite}>
      <Form form={form} aria-label={words.invite}>
        <TextField name="practiceName" label={words.name} autoComplete="off" isRequired />
        <EmailField autoComplete="off" help={words.inviteHelp} isRequired />
        <StartingPointField />
        <FormEnd label={words.sendInvitation}>
          <Button variant="quiet" onClick={onCancel}>
            {consoleWords.cancel}
          </Button>
        </FormEnd>
      </Form>
      <p className={styles.code}>
        {words.code} <code>{admin_id}</code>
      </p>
      {invitations.length > 0 && (
        <ul className={styles.open} aria-label={words.openInvitations}>
          {invitations.map(({ _id, email, practiceName, invitedAt, expiresAt }) => (
            <li key={_id}>
              <Moment at={invitedAt} timeZone={agencyZone}>
                {words.invitation(practiceName, email, date(invitedAt), date(expiresAt))}
              </Moment>
              <Button
                variant="quiet"
                isSmall
                aria-label={words.withdrawOf(email)}
                onClick={() =>
                  void change(() => api.admin.invitations[":id"].$delete({ param: { id: _id } }))
                }
              >
                {words.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
