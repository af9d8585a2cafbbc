// The owner opens this page from an email notice. Each contact request shows who wants a call,
// when, and why.
import { Link } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { consoleWords } from "#content/console/frame.ts";
import { controlWords } from "#content/desk/controls.ts";
import { type ContactRequestState, contactRequestStates } from "#contract/contact-requests.ts";
import type { Route } from "./+types/requests.ts";
import lists from "./lists.module.css";
import { ContactRequestItem } from "./requests/request-item.tsx";
import styles from "./requests.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.contactRequests) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const state = contactRequestStates.find((one) => one === searchParams.get("state"));
  const query = { ...(cursor && { cursor }), ...(state && { state }) };
  const answer = await context.get(apiContext).admin["contact-requests"].$get({ query });
  if (!answer.ok) throw new Response(null, { status: answer.status });
  return { ...(await bodyOf(answer)), state: state ?? null };
}

export default function ContactRequests({ loaderData }: Route.ComponentProps) {
  const { contactRequests, counts, state, nextCursor } = loaderData;
  const all = counts.new + counts.answered + counts.closed;
  const older = new URLSearchParams({
    ...(state && { state }),
    ...(nextCursor && { cursor: nextCursor }),
  });
  return (
    <>
      <ShellHead title={consoleWords.places.contactRequests}>
        <span>{words.newOnes(counts.new)}</span>
        {all > 0 && (
          <DownloadLink kind="admin" url={exportUrl(state)}>
            <IconDownload aria-hidden />
            {controlWords.export}
          </DownloadLink>
        )}
      </ShellHead>
      <main>
        <nav className={styles.states} aria-label={words.states}>
          <Link to="/admin/requests" aria-current={state === null ? "page" : undefined}>
            {consoleWords.all} {all}
          </Link>
          {contactRequestStates.map((one) => (
            <Link key={one} to={`?state=${one}`} aria-current={one === state ? "page" : undefined}>
              {words.stateNames[one]} {counts[one]}
            </Link>
          ))}
        </nav>
        {contactRequests.length === 0 && <Empty>{words.none[state ?? "all"]}</Empty>}
        <ul className={lists.list}>
          {contactRequests.map((contactRequest) => (
            <li key={contactRequest._id}>
              <ContactRequestItem contactRequest={contactRequest} />
            </li>
          ))}
        </ul>
        {nextCursor && <Link to={`?${older}`}>{consoleWords.older}</Link>}
      </main>
    </>
  );
}

/** What the list shows, on all of its pages. */
function exportUrl(state: ContactRequestState | null): string {
  return `/api/admin/contact-requests/export.csv${state ? `?state=${state}` : ""}`;
}
