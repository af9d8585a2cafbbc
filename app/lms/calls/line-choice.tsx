// The choice to call a lead from one of the practice's phones: the one that this browser used last, or
// another one from a menu.
import { useRef } from "react";
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { IconPhoneOutgoing } from "#app/ui/calling/call-icons.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { lineCallWords } from "#content/desk/calls.ts";
import type { Client } from "#contract/accounts.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./line-call.module.css";
import { startLineCall, useLastLinePhone, useLineCall } from "./line-calls.ts";
import { useWarnings } from "./start-call.tsx";

type Phone = Client["linePhones"][number];

type ChoiceProps = {
  lead: Lead;
  phones: Phone[];
  /** Whether the person was warned already, when they started the call on the screen. */
  isWarned: boolean;
};

export function Choice({ lead, phones, isWarned }: ChoiceProps) {
  const send = useSend();
  const last = useLastLinePhone();
  const call = useLineCall(lead._id);
  /** Stays the same while the dialog asks for confirmation. */
  const wanted = useRef<Phone | undefined>(undefined);
  const { ask, question } = useWarnings(lead, begin);
  const chosen = phones.find(({ _id }) => _id === last) ?? phones[0];
  const isOnLine = lead.ring !== null && lead.ring.step !== "ringing";
  if (!chosen || call || isOnLine) return null;
  const name = plainName(callName(lead));
  const others = phones.filter(({ _id }) => _id !== chosen._id);

  function begin() {
    if (!wanted.current) return;
    send({ type: "callStarted", leadId: lead._id });
    startLineCall(lead._id, wanted.current);
  }

  function press(phone: Phone) {
    wanted.current = phone;
    if (isWarned) begin();
    else ask({ dials: false });
  }

  return (
    <div className={styles.choice}>
      <button type="button" onClick={() => press(chosen)}>
        {lineCallWords.from(plainName(chosen.name))}
        <Hidden> {name}</Hidden>
      </button>
      {others.length > 0 && (
        <Menu
          label={lineCallWords.other}
          name={lineCallWords.otherPhones(name)}
          className={styles.other}
          groups={[
            others.map((phone) => ({
              label: lineCallWords.from(plainName(phone.name)),
              icon: IconPhoneOutgoing,
              onPress: () => press(phone),
            })),
          ]}
        />
      )}
      {question}
    </div>
  );
}
