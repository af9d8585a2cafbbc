// A recipient opens this page with the link in an email, to unsubscribe from a practice's emails or
// a regular one. That takes a click on a button, because email scanners open links first. It works
// without JavaScript or a login, and doesn't ask for a reason.
import { Form, redirect } from "react-router";
import { apiContext } from "#app/api.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { letterWords } from "#content/letter.ts";
import { mailMessages } from "#content/messages.ts";
import { regularUnsubscribeWords } from "#content/regular-mail.ts";
import type { Unsubscribing } from "#contract/mail.ts";
import type { Route } from "./+types/unsubscribe.ts";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: wordsOf(loaderData).title },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).mail.unsubscribe.$get({ query: tokenOf(request) });
  if (answer.ok) return bodyOf(answer);
  if (answer.status >= 500) throw new Response(null, { status: answer.status });
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const query = tokenOf(request);
  const answer = await context.get(apiContext).mail.unsubscribe.$post({ query });
  if (!answer.ok) throw new Response(null, { status: answer.status });
  throw redirect(`/unsubscribe?t=${encodeURIComponent(query.t)}`);
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const words = wordsOf(loaderData);
  return (
    <AccountPage title={words.title}>
      {!loaderData && <p>{mailMessages.deadLink}</p>}
      {loaderData?.isStopped && (
        <p role="status">
          {words.done(loaderData.practice)} <strong>{loaderData.address}</strong>
        </p>
      )}
      {loaderData && !loaderData.isStopped && (
        <Form method="post">
          <p>
            {words.ask(loaderData.practice)} <strong>{loaderData.address}</strong>?
          </p>
          <p>
            <Button type="submit">{words.stop}</Button>
          </p>
        </Form>
      )}
    </AccountPage>
  );
}

function wordsOf(link: Unsubscribing | null | undefined) {
  if (link && link.about !== "automatic") return regularUnsubscribeWords[link.about];
  return letterWords[link?.language ?? "en"].page;
}

function tokenOf(request: Request) {
  return { t: new URL(request.url).searchParams.get("t") ?? "" };
}
