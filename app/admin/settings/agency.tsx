// Facts from the sites' content: read-only here, so that there is one place to change them.

import { Facts } from "#app/admin/facts.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { site } from "#content/site.ts";
import styles from "./settings.module.css";

const words = settingsWords.agency;

export function Agency() {
  return (
    <div className={styles.part}>
      <p className={styles.about}>{words.about}</p>
      <Facts
        facts={[
          [words.name, site.mailName],
          [words.email, site.agencyEmail],
          [words.phone, site.phone],
          [words.hours, site.phoneHours],
          [words.zone, site.officeHours.timeZone],
          [words.address, site.postalAddress],
        ]}
      />
    </div>
  );
}
