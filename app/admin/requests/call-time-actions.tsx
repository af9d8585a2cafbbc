// Reschedules or cancels a booked call. The visitor gets an email.
import { useState } from "react";
import { agencyHours } from "#app/admin/agency-hours.ts";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { TimeForm } from "#app/ui/calling/time-form.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useNow } from "#app/ui/now.tsx";
import { ownZone } from "#content/booked-call.ts";
import { callsWords as words } from "#content/console/calls.ts";
import { zonedText } from "#contract/booked-time.ts";
import styles from "./call-time-actions.module.css";

const { booking } = api.admin["contact-requests"][":id"];

type ActionsProps = {
  contactRequestId: string;
  name: string;
  startsAt: string;
  timeZone: string;
  isCanceled?: boolean;
};

export function CallTimeActions(props: ActionsProps) {
  const { contactRequestId, name, startsAt, timeZone, isCanceled = false } = props;
  const now = useNow();
  const { change, isBusy } = useOneChange();
  const [opened, setOpened] = useState<"move" | "cancel" | null>(null);
  const close = () => setOpened(null);
  const param = { id: contactRequestId };

  async function move(at: Date) {
    const json = { startsAt: at.toISOString() };
    if (await change(() => booking.$put({ param, json }))) close();
  }

  async function cancel() {
    if (await change(() => booking.$delete({ param }))) close();
  }

  return (
    <>
      <div className={styles.actions}>
        <Button
          variant="outline"
          isSmall
          aria-label={isCanceled ? undefined : words.moveNamed(name)}
          aria-expanded={opened === "move"}
          onClick={() => setOpened(opened === "move" ? null : "move")}
        >
          {isCanceled ? words.again : words.move}
        </Button>
        {!isCanceled && (
          <Button
            variant="quiet"
            isSmall
            aria-label={words.cancelNamed(name)}
            onClick={() => setOpened("cancel")}
          >
            {words.cancel}
          </Button>
        )}
      </div>
      {opened === "move" && (
        <div className={styles.move}>
          <TimeForm
            words={words.time}
            now={now}
            hours={{ ...agencyHours, timeZone }}
            initial={startsAt}
            hasFocus
            onPick={(at) => void move(at)}
          />
        </div>
      )}
      <Dialog isOpen={opened === "cancel"} onClose={close} title={words.cancelTitle(name)}>
        <p>{words.cancelMeans(zonedText(new Date(startsAt), ownZone(timeZone)))}</p>
        <div className={styles.answers}>
          <Button variant="outline" onClick={close}>
            {words.keep}
          </Button>
          <Button variant="danger" disabled={isBusy} onClick={() => void cancel()}>
            {words.confirmCancel}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
