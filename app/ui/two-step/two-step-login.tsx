// An account's two-step login, in a practice's profile and in the owner's console. People come here
// because they were asked to turn it on or have a new phone. It shows first whether it is on.
import { useCallback, useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { twoStepWords as words } from "#content/two-step-login.ts";
import type { Factor, FactorAdded, FactorList } from "#contract/factors.ts";
import { momentText } from "#contract/moment-text.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { FullProofForm } from "./full-proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpApp } from "./set-up-app.tsx";
import styles from "./two-step-login.module.css";

type TwoStepProps = { kind: "client" | "admin"; timeZone: string };

export function TwoStepLogin({ kind, timeZone }: TwoStepProps) {
  const own = kind === "client" ? api.clients.me : api.admins.myself;
  const [list, setList] = useState<FactorList | "failed" | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [isRenewing, setIsRenewing] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  const load = useCallback(async () => {
    // Not a dependency of the effect, because the client is a new object each time.
    const account = kind === "client" ? api.clients.me : api.admins.myself;
    const outcome = await askApi(() => account.factors.$get());
    setList(outcome.isDone ? outcome.answer : "failed");
  }, [kind]);
  useEffect(() => void load(), [load]);

  function showAdded({ recoveryCodes, message }: FactorAdded) {
    if (recoveryCodes) setCodes(recoveryCodes);
    else showToast({ title: controlWords.done, message });
    void load();
  }

  if (list === "failed") return <p>{words.failed}</p>;
  if (!list) return null;
  const isOn = list.factors.length > 0;
  return (
    <div className={styles.box}>
      <p>{stateText(list.factors)}</p>
      {isOn && (
        <ul className={styles.list}>
          {list.factors.map((factor) => (
            <li key={factor._id} className={styles.factor}>
              <div>
                <p className={styles.name}>{factor.name}</p>
                <p className={styles.when}>{whenText(factor, timeZone)}</p>
              </div>
              <Button
                variant="quiet"
                isSmall
                aria-label={words.removeNamed(factor.name)}
                onClick={() => setRemoving(factor)}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button variant={isOn ? "outline" : "solid"} onClick={() => setIsAdding(true)}>
          {words.add}
        </Button>
        <AddPasskey kind={kind} onAdded={showAdded} />
        {isOn && (
          <>
            <Button variant="outline" onClick={() => setIsRenewing(true)}>
              {words.newCodes}
            </Button>
            <span className={styles.when}>{words.codesLeft(list.recoveryCodesLeft)}</span>
          </>
        )}
      </div>
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={words.setup.title}>
        {isAdding && (
          <SetUpApp
            kind={kind}
            onCancel={() => setIsAdding(false)}
            onAdded={(added) => {
              setIsAdding(false);
              showAdded(added);
            }}
          />
        )}
      </Dialog>
      <Dialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={words.removeQuestion(removing?.name ?? "")}
      >
        {removing && (
          <FullProofForm
            label={words.remove}
            hint={removeHintFor(removing, list.factors)}
            send={(json) =>
              own.factors[":id"].removals.$post({ param: { id: removing._id }, json })
            }
            onDone={({ message }) => {
              setRemoving(null);
              showToast({ title: controlWords.done, message });
              void load();
            }}
            onCancel={() => setRemoving(null)}
          />
        )}
      </Dialog>
      <Dialog isOpen={isRenewing} onClose={() => setIsRenewing(false)} title={words.newCodes}>
        {isRenewing && (
          <FullProofForm
            label={words.newCodes}
            hint={words.newCodesHint}
            send={(json) => own["recovery-codes"].$post({ json })}
            onDone={({ recoveryCodes }) => {
              setIsRenewing(false);
              setCodes(recoveryCodes);
              void load();
            }}
            onCancel={() => setIsRenewing(false)}
          />
        )}
      </Dialog>
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </div>
  );
}

function stateText(factors: Factor[]): string {
  if (factors.some(isPasskey)) return words.onWithPasskey;
  return factors.length > 0 ? words.on : words.off;
}

function removeHintFor(removing: Factor, factors: Factor[]): string {
  if (factors.length === 1) return words.removeLastHint;
  return isPasskey(removing) ? words.removePasskeyHint : words.removeHint;
}

const isPasskey = ({ kind }: Factor) => kind === "passkey";

function whenText(factor: Factor, timeZone: string): string {
  const { name, createdAt, lastUsedAt } = factor;
  const at = (moment: string) => momentText(moment, { timeZone });
  const when = words.added(at(createdAt), lastUsedAt && at(lastUsedAt));
  return isPasskey(factor) && name !== words.passkey ? `${words.passkey}. ${when}` : when;
}
