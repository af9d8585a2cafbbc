// A recipient unsubscribes from a practice's emails, from the link in one of them. It takes a
// button press, because email scanners open links before a person does. It works without JavaScript
// or a sign-in, and asks no reason.
import { Form, redirect } from "react-router";
import { apiContext } from "#app/api.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { unsubscribeWords } from "#content/letter.ts";
import { mailMessages } from "#content/messages.ts";
import type { Route } from "./+types/unsubscribe.ts";

export const meta = () => [
  { title: unsubscribeWords.title },
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
  return (
    <AccountPage title={unsubscribeWords.title}>
      {!loaderData && <p>{mailMessages.deadLink}</p>}
      {loaderData?.isStopped && (
        <p role="status">
          {unsubscribeWords.done(loaderData.practice)} <strong>{loaderData.address}</strong>
        </p>
      )}
      {loaderData && !loaderData.isStopped && (
        <Form method="post">
          <p>
            {unsubscribeWords.ask(loaderData.practice)} <strong>{loaderData.address}</strong>?
          </p>
          <p>
            <Button type="submit">{unsubscribeWords.stop}</Button>
          </p>
        </Form>
      )}
    </AccountPage>
  );
}

function tokenOf(request: Request) {
  return { t: new URL(request.url).searchParams.get("t") ?? "" };
}
