// Whether the signed-in manager or owner gets the Monday email.
import { type AccountKind, ownAccount } from "#app/ui/account/own-account.ts";
import { mondayMailWords as words } from "#content/monday-mail.ts";
import type { MondayMail } from "#contract/monday-mail.ts";
import { MondaySwitch } from "./monday-switch.tsx";

export function OwnMondayMail({ kind, known }: { kind: AccountKind; known: MondayMail }) {
  return (
    <MondaySwitch
      known={known}
      says={{ on: words.isOn, off: words.isOff, offAbove: words.isOffHere }}
      set={(isOn) => ownAccount(kind)["monday-mail"].$put({ json: { isOn } })}
    />
  );
}
