// One contact request: who sent it, what they want, the call, and the history.
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import {
  contactRequestKinds,
  contactRequestWords as words,
} from "#content/console/contact-requests.ts";
import { consoleWords } from "#content/console/frame.ts";
import { languageNames } from "#content/languages.ts";
import type { ContactRequestDetail } from "#contract/contact-request-work.ts";
import { momentText } from "#contract/moment-text.ts";
import type { Route } from "./+types/request.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import { useIsOwner } from "./layout/role.tsx";
import { Actions } from "./request/actions.tsx";
import { Answers } from "./request/answers.tsx";
import { Attribution } from "./request/attribution.tsx";
import { BookedCall } from "./request/booked-call.tsx";
import { CallBox } from "./request/call-box.tsx";
import { History } from "./request/history.tsx";
import { NextStepBox } from "./request/next-step.tsx";
import { ReplyForm } from "./request/reply-form.tsx";
import styles from "./request.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  {
    title: consoleWords.tab(
      loaderData?.contactRequest.fullName ?? consoleWords.places.contactRequests,
    ),
  },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  const now = new Date().toISOString();
  const { id } = params;
  const answer = await context.get(apiContext).admin["contact-requests"][":id"].$get({
    param: { id },
  });
  // The URL may contain an invalid id.
  if (answer.status === 422) throw new Response(null, { status: 404 });
  throwUnlessOk(answer);
  return { now, ...(await bodyOf(answer)) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Request({ loaderData, params }: Route.ComponentProps) {
  return (
    <FreshPage key={params.id} loaded={loaderData} everyMs={null}>
      {(shown) => (
        <NowProvider serverNow={shown.now}>
          <Page key={shown.contactRequest._id} detail={shown} />
        </NowProvider>
      )}
    </FreshPage>
  );
}

function Page({ detail }: { detail: ContactRequestDetail }) {
  const { contactRequest } = detail;
  const { search } = useLocation();
  const [isReplying, setIsReplying] = useState(false);
  return (
    <>
      <ShellHead title={contactRequest.fullName} back={`/admin/requests${search}`}>
        <span className={styles.state}>{words.listNames[contactRequest.state]}</span>
      </ShellHead>
      <main className={styles.page}>
        <div className={styles.main}>
          <p className={styles.facts}>
            <span>{contactRequestKinds[contactRequest.kind]}</span>
            {contactRequest.language !== "en" && (
              <span>{languageNames[contactRequest.language]}</span>
            )}
            {detail.practiceName && <bdi>{detail.practiceName}</bdi>}
          </p>
          <CallBox detail={detail} />
          <NextStepBox detail={detail} />
          <BookedCall detail={detail} />
          <Actions
            detail={detail}
            isReplying={isReplying}
            onReply={() => setIsReplying(!isReplying)}
          />
          {isReplying && <ReplyForm detail={detail} onDone={() => setIsReplying(false)} />}
          <Answers detail={detail} />
          <Attribution of={detail.attribution} />
        </div>
        <div className={styles.side}>
          <Became detail={detail} />
          <History detail={detail} />
          <Others detail={detail} />
        </div>
      </main>
    </>
  );
}

/** Shows the invitation, and the practice that registered with it. */
function Became({ detail: { invitation } }: { detail: ContactRequestDetail }) {
  const isOwner = useIsOwner();
  if (!invitation) return null;
  const { email, invitedAt, practice } = invitation;
  return (
    <section className={styles.box}>
      <p>
        <Moment at={invitedAt} timeZone={agencyZone}>
          {words.invited(email, momentText(invitedAt, { timeZone: agencyZone }))}
        </Moment>
      </p>
      {practice ? (
        <p>
          {words.becamePractice}{" "}
          {/* Not prefetched, because viewing a practice writes an audit entry. */}
          {isOwner ? (
            <Link to={`/lms/dashboard?client=${practice._id}`} prefetch="none">
              <bdi>{practice.name}</bdi>
            </Link>
          ) : (
            <bdi>{practice.name}</bdi>
          )}
        </p>
      ) : (
        <p className={styles.note}>{words.notRegistered}</p>
      )}
    </section>
  );
}

function Others({ detail: { others } }: { detail: ContactRequestDetail }) {
  const { search } = useLocation();
  if (others.length === 0) return null;
  return (
    <section className={styles.box} aria-labelledby="others">
      <h2 id="others">{words.others}</h2>
      <ul className={styles.others}>
        {others.map(({ _id, kind, state, receivedAt }) => (
          <li key={_id}>
            <Link to={`/admin/requests/${_id}${search}`}>{contactRequestKinds[kind]}</Link>{" "}
            <Moment at={receivedAt} timeZone={agencyZone} className={styles.note}>
              {words.listNames[state]}, {momentText(receivedAt, { timeZone: agencyZone })}
            </Moment>
          </li>
        ))}
      </ul>
    </section>
  );
}
