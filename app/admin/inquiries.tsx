// Who comes: the owner, from a notice in the mail. First: who wants to be called, when, and why.
import { Link } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { inquiryStates } from "#contract/inquiries.ts";
import type { Route } from "./+types/inquiries.ts";
import { InquiryItem } from "./inquiries/inquiry-item.tsx";
import styles from "./inquiries.module.css";
import lists from "./lists.module.css";

export const meta = () => [{ title: "Inquiries · Console" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const state = inquiryStates.find((one) => one === searchParams.get("state"));
  const query = { ...(cursor && { cursor }), ...(state && { state }) };
  const answer = await context.get(apiContext).admin.inquiries.$get({ query });
  if (!answer.ok) throw new Response(null, { status: answer.status });
  return { ...(await bodyOf(answer)), state: state ?? null };
}

const stateNames = { new: "New", answered: "Answered", closed: "Closed" } as const;

const nobody = {
  all: "Nobody has written yet. What comes from the two sites stands here at once.",
  new: "Nobody waits for an answer.",
  answered: "Nothing is answered and still open.",
  closed: "Nothing is closed yet.",
} as const;

export default function Inquiries({ loaderData }: Route.ComponentProps) {
  const { inquiries, counts, state, nextCursor } = loaderData;
  const all = counts.new + counts.answered + counts.closed;
  const older = new URLSearchParams({
    ...(state && { state }),
    ...(nextCursor && { cursor: nextCursor }),
  });
  return (
    <>
      <ShellHead title="Inquiries">
        <span>{counts.new} new</span>
      </ShellHead>
      <main>
        <nav className={styles.states} aria-label="States">
          <Link to="/admin/inquiries" aria-current={state === null ? "page" : undefined}>
            All {all}
          </Link>
          {inquiryStates.map((one) => (
            <Link key={one} to={`?state=${one}`} aria-current={one === state ? "page" : undefined}>
              {stateNames[one]} {counts[one]}
            </Link>
          ))}
        </nav>
        {inquiries.length === 0 && <Empty>{nobody[state ?? "all"]}</Empty>}
        <ul className={lists.list}>
          {inquiries.map((inquiry) => (
            <li key={inquiry._id}>
              <InquiryItem inquiry={inquiry} />
            </li>
          ))}
        </ul>
        {nextCursor && <Link to={`?${older}`}>Older ones</Link>}
      </main>
    </>
  );
}
