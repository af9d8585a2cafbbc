// Lists the settings that a set may include, with links to open them.
import { Link } from "react-router";
import screen from "#app/ui/templates/template-screen.module.css";
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { type SetSettingName, setSettingNames, type TemplateSet } from "#contract/template-sets.ts";
import styles from "./draft-list.module.css";
import { setUrl } from "./set-url.ts";

type ListProps = { set: TemplateSet; chosen: SetSettingName | undefined };

export function SettingList({ set, chosen }: ListProps) {
  return (
    <section className={screen.card} aria-labelledby="settings">
      <h2 id="settings" className={styles.title}>
        {words.settings}
      </h2>
      <ul>
        {setSettingNames.map((name) => {
          const { value, state } = set.settings[name];
          const isChosen = name === chosen || undefined;
          return (
            <li key={name} className={screen.item} data-chosen={isChosen}>
              <Link
                to={setUrl(set._id, { setting: name })}
                className={screen.open}
                aria-current={isChosen}
              >
                <strong>{words.settingNames[name]}</strong>
                <span className={screen.about}>
                  {value === null ? words.isNotCarried : words.isCarried}
                </span>
                {state !== "published" && (
                  <span className={screen.state}>{words.states[state]}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
