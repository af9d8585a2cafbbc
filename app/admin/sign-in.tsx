import { data, redirect } from "react-router";
import { apiContext } from "#app/api.ts";
import { readNextPath } from "#app/next-path.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { SignInForm } from "#app/ui/sign-in-form.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { logInWords } from "#content/interface.ts";
import type { Route } from "./+types/sign-in.ts";
import { isOpenTo } from "./layout/role.tsx";

export const meta = () => [
  { title: consoleWords.tab(logInWords.title) },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admins.myself.$get();
  const search = new URL(request.url).searchParams;
  if (answer.ok) {
    const { role } = (await bodyOf(answer)).admin;
    const next = readNextPath(search);
    // A page that rejects helpers would redirect a helper back here, in an endless loop.
    throw redirect(next !== null && isOpenTo(role, next) ? next : "/admin/today");
  }
  const cleared = answer.headers.get("Set-Cookie");
  const { origin } = await bodyOf(await context.get(apiContext).credentials.passkeys.$get());
  return data({ passkeyOrigin: origin }, { headers: cleared ? { "Set-Cookie": cleared } : {} });
}

export default function SignIn({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title={consoleWords.title}>
      <NeedsScript instead={<p>{consoleWords.needsScript}</p>}>
        <SignInForm passkeyOrigin={loaderData.passkeyOrigin} />
      </NeedsScript>
    </AccountPage>
  );
}
