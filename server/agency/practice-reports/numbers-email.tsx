// An email with numbers, in HTML and as text.
import { Link } from "@react-email/link";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { colors } from "#content/colors.ts";
import { stopEmails, unsubscribePlaceholder } from "#content/regular-mail.ts";
import { site } from "#content/site.ts";
import { EmailFrame, FootLink, FootText } from "#server/messages/mail/email-frame.tsx";

export type NumbersEmail = {
  subject: string;
  title: string;
  says: string;
  /** The first cell of each row names the row. */
  table: { head: string[]; rows: string[][] } | null;
  notes: string[];
  link: { url: string; says: string };
  why: string;
};

export async function renderNumbersEmail(
  email: NumbersEmail,
): Promise<{ subject: string; html: string; text: string }> {
  const html = await render(<Page {...email} />);
  return { subject: email.subject, html, text: textOf(email) };
}

function Page({ subject, title, says, table, notes, link, why }: NumbersEmail) {
  const foot = (
    <FootText>
      {why} <FootLink href={unsubscribePlaceholder}>{stopEmails}</FootLink>
      <br />
      {`${site.mailName}, ${site.postalAddress}`}
    </FootText>
  );
  return (
    <EmailFrame subject={subject} foot={foot}>
      <Text className="name" style={{ ...text, fontSize: "20px", fontWeight: 700 }}>
        {title}
      </Text>
      {says && <Text style={text}>{says}</Text>}
      {table && <Table {...table} />}
      {notes.map((note) => (
        <Text key={note} style={{ ...text, fontSize: "14px" }}>
          {note}
        </Text>
      ))}
      <Text style={{ ...text, marginBottom: 0 }}>
        <Link href={link.url} style={{ color: colors.accent.light, textDecoration: "underline" }}>
          {link.says}
        </Link>
      </Text>
    </EmailFrame>
  );
}

function Table({ head, rows }: NonNullable<NumbersEmail["table"]>) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ margin: "0 0 16px" }}>
      <thead>
        <tr>
          {head.map((name, column) => (
            <th key={name} scope="col" className="name" style={cell(column, "13px", "#5a6764")}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = "", ...values]) => (
          <tr key={name}>
            <th scope="row" className="name" style={cell(0, "15px", "#14211f")}>
              {name}
            </th>
            {values.map((value, column) => (
              <td
                key={head[column + 1]}
                className="name"
                style={cell(column + 1, "15px", "#14211f")}
              >
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cell(column: number, fontSize: string, color: string) {
  return {
    ...{ padding: "7px 0 7px 10px", borderTop: "1px solid #7d898640", color, fontSize },
    ...(column === 0 && { paddingLeft: 0 }),
    ...{ fontWeight: column === 0 ? 600 : 400, lineHeight: "20px" },
    textAlign: column === 0 ? ("left" as const) : ("right" as const),
    // The email's style sheet breaks long words anywhere, which would split numbers and column
    // headings.
    overflowWrap: column === 0 ? ("break-word" as const) : ("normal" as const),
  };
}

const text = { margin: "0 0 16px", color: "#14211f", fontSize: "16px", lineHeight: "24px" };

/** One line per row: "On time, all hours: 84% (60%, +24 points)". */
function textOf({ title, says, table, notes, link, why }: NumbersEmail): string {
  const rows = (table?.rows ?? []).map(([name, value, ...rest]) =>
    rest.length > 0 ? `${name}: ${value} (${rest.join(", ")})` : `${name}: ${value}`,
  );
  const head = table ? [table.head.slice(1).join(", ")] : [];
  return [
    title,
    says,
    [...head, ...rows].join("\n"),
    ...notes,
    `${link.says}: ${link.url}`,
    `${why}\n${stopEmails}: ${unsubscribePlaceholder}`,
    `${site.mailName}, ${site.postalAddress}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}
