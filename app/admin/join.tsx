// Someone whom an owner has invited opens this page with the link in the email, sees who sent the
// invitation, chooses a password, and logs in to the console.
import { useState } from "react";
import { data, Link } from "react-router";
import { type ApiClient, api, apiContext } from "#app/api.ts";
import { NameFields, NewPasswordFields } from "#app/ui/account/account-fields.tsx";
import { useLinkToken } from "#app/ui/account/link-token.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { ownerMessages, ownerJoinWords as words } from "#content/console/account.ts";
import { consoleWords } from "#content/console/frame.ts";
import { anyText } from "#contract/fields.ts";
import { OwnerJoining, type OwnerOffer } from "#contract/owners.ts";
import type { Route } from "./+types/join.ts";

export const meta = () => [
  { title: consoleWords.tab(words.tab) },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const t = new URL(request.url).searchParams.get("t");
  return data({ offer: t ? await findOffer(t, context.get(apiContext)) : null });
}

async function findOffer(t: string, { owners }: ApiClient) {
  const answer = await owners.invitation.$get({ query: { t } });
  return answer.ok ? bodyOf(answer) : null;
}

export default function Join({ loaderData }: Route.ComponentProps) {
  const token = useLinkToken();
  // Stored in state, because the token is removed from the URL afterward.
  const [offer] = useState(loaderData.offer);
  return (
    <AccountPage title={words.title} foot={<Link to="/admin/sign-in">{words.back}</Link>}>
      {offer && token ? (
        <NeedsScript instead={<p>{consoleWords.needsScript}</p>}>
          <JoinForm token={token} offer={offer} />
        </NeedsScript>
      ) : (
        <p>{token ? ownerMessages.deadInvitation : words.openLink}</p>
      )}
    </AccountPage>
  );
}

const JoinForms = OwnerJoining.omit({ token: true })
  .extend({ again: anyText.min(1, "required") })
  .refine(({ password, again }) => password === again, {
    message: "mismatch",
    path: ["again"],
    when: () => true,
  });

function JoinForm({ token, offer }: { token: string; offer: OwnerOffer }) {
  const [done, setDone] = useState<string | null>(null);
  const form = useForm({
    schema: JoinForms,
    send: ({ again: _, ...json }) => api.owners.acceptances.$post({ json: { token, ...json } }),
    onDone: ({ message }) => setDone(message),
  });
  if (done !== null) {
    return (
      <>
        <p role="status">{done}</p>
        <ButtonLink to="/admin/sign-in">{words.logIn}</ButtonLink>
      </>
    );
  }
  return (
    <Form form={form} aria-label={words.title}>
      <p>
        {words.about[offer.role](offer.by)} {words.logInAs(offer.email)}
      </p>
      {/* A hidden field, so that password managers save the email address. */}
      <input type="email" value={offer.email} autoComplete="username" readOnly hidden />
      <NameFields />
      <NewPasswordFields label={words.password} again={{ name: "again", label: words.again }} />
      <FormEnd label={words.join} sendingLabel={words.joining} />
    </Form>
  );
}
