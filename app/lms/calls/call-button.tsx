import { useRef } from "react";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { IconPhoneOutgoing } from "#app/lms/shell/desk-icons.ts";
import { nameOf, plainName } from "#app/lms/shell/names.tsx";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { callWords } from "#content/desk/calls.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./call-button.module.css";
import { useCallButtonFocus } from "./call-focus.ts";
import { useCall } from "./start-call.tsx";

/** "I'm calling" on a desktop. On a phone it is the number itself, which the same tap dials. */
export function CallButton({
  lead,
  variant = "solid",
}: {
  lead: Lead;
  variant?: "solid" | "outline";
}) {
  const { call, press, question } = useCall(lead);
  useMessage("callLead", () => void call({ dials: false }), lead._id);
  const name = plainName(nameOf(lead));
  const around = useRef<HTMLDivElement>(null);
  useCallButtonFocus(lead._id, around);
  return (
    <div ref={around}>
      <span className={styles.onDesktop}>
        <Button variant={variant} className={styles.call} onClick={press} data-call={lead._id}>
          <IconPhoneOutgoing aria-hidden />
          {callWords.calling}
          <Hidden> {name}</Hidden>
        </Button>
      </span>
      <span className={styles.onPhone}>
        <ButtonAnchor
          variant={variant}
          className={styles.call}
          href={`tel:${lead.phone}`}
          onClick={press}
        >
          <IconPhoneOutgoing size={20} aria-hidden />
          {callWords.call}
          <Hidden> {name}</Hidden>
        </ButtonAnchor>
      </span>
      {question}
    </div>
  );
}
