// The page that an invitation's emailed link opens, often on a phone and sometimes after the link
// has expired. It shows who invited the person to which practice; the person chooses a password and
// logs in.
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
import { joinWords, peopleMessages } from "#content/desk/people.ts";
import { shellWords } from "#content/desk/shell.ts";
import { confirmWords, doorWords } from "#content/desk/sign-in.ts";
import { site } from "#content/site.ts";
import { anyText } from "#contract/fields.ts";
import { Joining, type JoinOffer } from "#contract/people.ts";
import type { Route } from "./+types/join.ts";

export const meta = () => [
  { title: shellWords.tab(joinWords.tab) },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const t = new URL(request.url).searchParams.get("t");
  return data({ offer: t ? await findOffer(t, context.get(apiContext)) : null });
}

async function findOffer(t: string, { people }: ApiClient) {
  const answer = await people.invitation.$get({ query: { t } });
  if (answer.ok) return bodyOf(answer);
  if (answer.status === 404 || answer.status === 422) return null;
  throw new Response(null, { status: answer.status });
}

export default function Join({ loaderData }: Route.ComponentProps) {
  const token = useLinkToken();
  // Stored in state, because the token is removed from the URL afterward.
  const [offer] = useState(loaderData.offer);
  return (
    <AccountPage
      title={joinWords.title(offer?.practice ?? "")}
      foot={<Link to="/lms">{doorWords.back}</Link>}
    >
      {offer && token ? (
        <NeedsScript
          instead={
            <p>
              {confirmWords.needsScript} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
            </p>
          }
        >
          <JoinForm token={token} offer={offer} />
        </NeedsScript>
      ) : (
        <p>{token ? peopleMessages.deadInvitation : confirmWords.openLink}</p>
      )}
    </AccountPage>
  );
}

const JoinForms = Joining.omit({ token: true })
  .extend({ again: anyText.min(1, "required") })
  .refine(({ password, again }) => password === again, {
    message: "mismatch",
    path: ["again"],
    when: () => true,
  });

function JoinForm({ token, offer }: { token: string; offer: JoinOffer }) {
  const [done, setDone] = useState<string | null>(null);
  const form = useForm({
    schema: JoinForms,
    send: ({ again: _, ...json }) => api.people.acceptances.$post({ json: { token, ...json } }),
    onDone: ({ message }) => setDone(message),
  });
  if (done !== null) {
    return (
      <>
        <p role="status">{done}</p>
        <ButtonLink to="/lms">{doorWords.logIn}</ButtonLink>
      </>
    );
  }
  return (
    <Form form={form} aria-label={joinWords.title(offer.practice)}>
      <p>
        {joinWords.about(offer.by, offer.practice)} {joinWords.logInAs(offer.email)}
      </p>
      {/* A hidden field, so that password managers save the email address. */}
      <input type="email" value={offer.email} autoComplete="username" readOnly hidden />
      <NameFields of={offer} />
      <NewPasswordFields
        label={joinWords.password}
        again={{ name: "again", label: joinWords.again }}
      />
      <FormEnd label={joinWords.join} sendingLabel={joinWords.joining} />
    </Form>
  );
}
