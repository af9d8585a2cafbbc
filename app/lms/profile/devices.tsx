// The account's signed-in devices. A practice can sign out a browser that someone forgot.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { deviceName } from "#app/lms/shell/device-name.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { momentText } from "#app/ui/moment-text.ts";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { deviceWords } from "#content/desk/profile.ts";
import type { Device } from "#contract/accounts.ts";
import styles from "./devices.module.css";

export function Devices({ devices, timeZone }: { devices: Device[]; timeZone: string }) {
  const { revalidate } = useRevalidator();

  async function end({ _id }: Device) {
    const outcome = await askApi(() =>
      api.clients.me.devices[":id"].$delete({ param: { id: _id } }),
    );
    const message = outcome.isDone ? outcome.answer.message : outcome.refusal.message;
    showToast({ title: outcome.isDone ? controlWords.done : controlWords.error, message });
    await revalidate();
  }

  return (
    <ul className={styles.list}>
      {devices.map((device) => (
        <li key={device._id} className={styles.device}>
          <div>
            <p className={styles.name}>
              {deviceName(device.device)}
              {device.isThis && <span className={styles.here}>{deviceWords.thisOne}</span>}
            </p>
            <p className={styles.when}>
              {deviceWords.since(dayText(device.signedInAt, timeZone), device.address)}
            </p>
          </div>
          {device.isThis ? (
            <ButtonLink to="/lms?lo=true" prefetch="none" variant="quiet" isSmall>
              {deviceWords.logOut}
            </ButtonLink>
          ) : (
            <Button
              variant="quiet"
              isSmall
              aria-label={deviceWords.logOutOf(deviceName(device.device))}
              onClick={() => void end(device)}
            >
              {deviceWords.logOut}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function dayText(iso: string, timeZone: string): string {
  return momentText(iso, { timeZone });
}
