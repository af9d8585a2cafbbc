import { contactRequestWords } from "#content/console/contact-requests.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import styles from "./attribution.module.css";
import { attributionRows } from "./attribution-rows.ts";

const words = contactRequestWords.attribution;

export function Attribution({ of }: { of: ContactRequestDetail["attribution"] }) {
  const rows = attributionRows(of);
  if (rows.length === 0) return null;
  return (
    <section className={styles.box} aria-labelledby="attribution">
      <h2 id="attribution">{words.title}</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.first}</th>
            <th scope="col">{words.last}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, first, last }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{first}</td>
              <td>{last}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
