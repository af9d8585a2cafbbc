// Push notifications don't need settings: this shows the allowed hosts and whether they can be
// reached.
import { Facts } from "#app/admin/facts.tsx";
import { useOneChange } from "#app/admin/use-one-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { settingsWords } from "#content/console/settings.ts";
import styles from "./settings.module.css";
import type { PartProps } from "./use-settings-form.ts";

const words = settingsWords.push;

export function PushPart({ settings }: PartProps) {
  const { change, isBusy } = useOneChange();
  const test = () => change(() => api.admin.settings.tests.$post({ json: { part: "push" } }));
  return (
    <div className={styles.part}>
      <p className={styles.about}>{words.about}</p>
      <Facts facts={[[words.hosts, settings.push.hosts.join(", ")]]} />
      <div>
        <Button variant="outline" aria-disabled={isBusy} onClick={() => void test()}>
          {isBusy ? settingsWords.testing : words.test}
        </Button>
      </div>
    </div>
  );
}
