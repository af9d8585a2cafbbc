// Lists the devices that are logged in to the account, for someone who forgot to log out or sees a
// device that isn't theirs.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { deviceName } from "#app/ui/device-name.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { deviceWords } from "#content/desk/profile.ts";
import type { Device } from "#contract/accounts.ts";
import { momentText } from "#contract/moment-text.ts";
import styles from "./devices.module.css";
import { type AccountKind, ownAccount } from "./own-account.ts";

type DevicesProps = { kind: AccountKind; devices: Device[]; timeZone: string };

export function Devices({ kind, devices, timeZone }: DevicesProps) {
  const { revalidate } = useRevalidator();
  const [isAsking, setIsAsking] = useState(false);
  const own = ownAccount(kind).devices;

  async function send(request: () => Promise<ApiResponse>) {
    const outcome = await askApi(request);
    const message = outcome.isDone
      ? (outcome.answer as { message: string }).message
      : outcome.refusal.message;
    showToast({ title: outcome.isDone ? controlWords.done : controlWords.error, message });
    await revalidate();
  }

  return (
    <>
      <ul className={styles.list}>
        {devices.map((device) => (
          <DeviceRow
            key={device._id}
            device={device}
            timeZone={timeZone}
            onEnd={() => void send(() => own[":id"].$delete({ param: { id: device._id } }))}
          />
        ))}
      </ul>
      {devices.length > 1 && (
        <div className={styles.end}>
          <Button variant="outline" onClick={() => setIsAsking(true)}>
            {deviceWords.logOutOthers}
          </Button>
        </div>
      )}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={deviceWords.logOutOthersQuestion}
        isReadFirst
      >
        <p className={styles.question}>{deviceWords.logOutOthersHint}</p>
        <div className={styles.answers}>
          <Button
            variant="danger"
            onClick={() => {
              setIsAsking(false);
              void send(() => own.$delete());
            }}
          >
            {deviceWords.logOutOthers}
          </Button>
          <Button variant="quiet" onClick={() => setIsAsking(false)}>
            {controlWords.cancel}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

type RowProps = { device: Device; timeZone: string; onEnd: () => void };

function DeviceRow({ device, timeZone, onEnd }: RowProps) {
  const { isThis, address, signedInAt, lastUsedAt } = device;
  const name = deviceName(device.device);
  const at = (moment: string) => momentText(moment, { timeZone });
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.name}>
          {name}
          {isThis && <span className={styles.here}>{deviceWords.thisOne}</span>}
        </p>
        <p className={styles.when}>
          {isThis ? deviceWords.usedNow(address) : deviceWords.lastUsed(at(lastUsedAt), address)}
        </p>
        <p className={styles.when}>{deviceWords.since(at(signedInAt))}</p>
      </div>
      {isThis ? (
        <ButtonLink to="/lms?lo=true" prefetch="none" variant="quiet" isSmall>
          {deviceWords.logOut}
        </ButtonLink>
      ) : (
        <Button variant="quiet" isSmall aria-label={deviceWords.logOutOf(name)} onClick={onEnd}>
          {deviceWords.logOut}
        </Button>
      )}
    </li>
  );
}
