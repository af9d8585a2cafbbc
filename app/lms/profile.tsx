import { Link } from "react-router";
import { ShellHead } from "#app/ui/shell.tsx";
import { deskWords } from "#content/desk.ts";
import { useDesk } from "./desk.ts";
import styles from "./plain-page.module.css";

export const meta = () => [{ title: `Profile · ${deskWords.title}` }];

export default function Profile() {
  const client = useDesk().client;
  const rows = [
    { name: "Practice", value: client.name },
    { name: "Name", value: `${client.firstName} ${client.lastName}` },
    { name: "E-mail", value: client.email },
    { name: "Phone", value: client.phone },
    { name: "Address", value: [client.address, client.address2].filter(Boolean).join(", ") },
    { name: "City", value: `${client.city}, ${client.state} ${client.zip}` },
    { name: "Time zone", value: client.timeZone },
  ];
  return (
    <>
      <ShellHead title="Profile" />
      <main className={styles.text}>
        <dl className={styles.facts}>
          {rows.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p>
          To change any of this, <Link to="/marketing/contact">tell us</Link>.
        </p>
      </main>
    </>
  );
}
