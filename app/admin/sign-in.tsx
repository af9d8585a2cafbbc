import { data, redirect } from "react-router";
import { apiContext } from "#app/api.ts";
import { readNextPath } from "#app/next-path.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { SignInForm } from "#app/ui/sign-in-form.tsx";
import type { Route } from "./+types/sign-in.ts";

export const meta = () => [{ title: "Log in · Console" }, { name: "robots", content: "noindex" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admins.myself.$get();
  const search = new URL(request.url).searchParams;
  if (answer.ok) throw redirect(readNextPath(search) ?? "/admin/today");
  const cleared = answer.headers.get("Set-Cookie");
  return data(null, { headers: cleared ? { "Set-Cookie": cleared } : {} });
}

export default function SignIn() {
  return (
    <AccountPage title="Owner's console">
      <NeedsScript instead={<p>The console needs JavaScript.</p>}>
        <SignInForm />
      </NeedsScript>
    </AccountPage>
  );
}
