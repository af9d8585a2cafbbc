// Lets managers choose which regular emails they get. For owners, there is only the Monday email.
import { api } from "#app/api.ts";
import { type AccountKind, ownAccount } from "#app/ui/account/own-account.ts";
import { ownMailWords } from "#content/regular-mail.ts";
import type { MailSwitch as Known } from "#contract/regular-mail.ts";
import { MailSwitch } from "./mail-switch.tsx";

export function OwnMondayMail({ kind, known }: { kind: AccountKind; known: Known }) {
  return (
    <MailSwitch
      known={known}
      words={ownMailWords.monday}
      set={(isOn) => ownAccount(kind)["monday-mail"].$put({ json: { isOn } })}
    />
  );
}

export function OwnMonthMail({ known }: { known: Known }) {
  return (
    <MailSwitch
      known={known}
      words={ownMailWords.month}
      set={(isOn) => api.clients.me["month-mail"].$put({ json: { isOn } })}
    />
  );
}

export function OwnYesterdayMail({ known }: { known: Known }) {
  return (
    <MailSwitch
      known={known}
      words={ownMailWords.yesterday}
      set={(isOn) => api.clients.me["yesterday-mail"].$put({ json: { isOn } })}
    />
  );
}
