// The login page. It's for a front desk whose session has expired, often on the way to a lead, and
// for a new practice with the owner's invitation.
import { useEffect, useState } from "react";
import { data, Link, redirect, useSearchParams } from "react-router";
import { type ApiClient, api, apiContext } from "#app/api.ts";
import { lockedUrl, readNextPath } from "#app/next-path.ts";
import { useLinkToken } from "#app/ui/account/link-token.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { askApi, bodyOf, isLockedOut } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { SignInForm } from "#app/ui/sign-in-form.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { shellWords } from "#content/desk/shell.ts";
import { doorWords } from "#content/desk/sign-in.ts";
import { accountMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import type { Route } from "./+types/sign-in.ts";
import { RegisterForm } from "./account/register-form.tsx";
import { removeKeptFiles } from "./service-worker/remove-kept-files.ts";
import styles from "./sign-in.module.css";

export const meta = () => [
  { title: shellWords.tab(doorWords.logIn) },
  { name: "robots", content: "noindex" },
];

export const links = () => [{ rel: "manifest", href: "/lms/manifest.webmanifest" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const { origin } = await bodyOf(await context.get(apiContext).credentials.passkeys.$get());
  const shared = { passkeyOrigin: origin };
  if (search.get("lo") === "true") return data({ ...shared, isLeaving: true, invitation: null });
  const answer = await context.get(apiContext).clients.getClient.$get({ query: {} });
  if (answer.ok) throw redirect(readNextPath(search) ?? "/lms/dashboard");
  if (await isLockedOut(answer)) throw redirect(lockedUrl(readNextPath(search)));
  // The API's Set-Cookie header is passed on, because it deletes an expired session's cookie.
  const cleared = answer.headers.get("Set-Cookie");
  return data(
    {
      ...shared,
      isLeaving: false,
      invitation: await findInvitation(search, context.get(apiContext)),
    },
    { headers: cleared ? { "Set-Cookie": cleared } : {} },
  );
}

/**
 * Returns the values that an invitation's link prefills, or `expired`. A link that was already used
 * counts as expired too.
 */
async function findInvitation(search: URLSearchParams, { clients }: ApiClient) {
  const t = search.get("t");
  if (!t) return null;
  const answer = await clients.invitation.$get({ query: { t } });
  return answer.ok ? bodyOf(answer) : ("expired" as const);
}

type TabName = "login" | "register";

export default function SignIn({ loaderData }: Route.ComponentProps) {
  useEffect(() => void removeKeptFiles(), []);
  const token = useLinkToken();
  // Stored in state, because an effect removes the token from the URL.
  const [invitation] = useState(loaderData.invitation);
  const [search] = useSearchParams();
  const wantsToRegister = invitation !== null || search.get("tab") === "register";
  const [tab, setTab] = useState<TabName>(wantsToRegister ? "register" : "login");
  const [hasRegistered, setHasRegistered] = useState(false);
  const invited = invitation && invitation !== "expired" && token ? { ...invitation, token } : null;

  function choose(name: TabName) {
    setHasRegistered(false);
    turnTo(name);
  }

  function toLogin() {
    setHasRegistered(true);
    turnTo("login");
  }

  function turnTo(name: TabName) {
    setTab(name);
    putTabInUrl(name);
  }

  return (
    <AccountPage title={shellWords.title} foot={<Legal />}>
      {loaderData.isLeaving && <SignOut />}
      <NeedsScript
        instead={
          <p>
            {doorWords.needsScript.before}{" "}
            <a href={`tel:${site.phoneLink}`} className={styles.number}>
              {site.phone}
            </a>{" "}
            {doorWords.needsScript.between}{" "}
            <a href={`mailto:${site.agencyEmail}`}>{site.agencyEmail}</a>.
          </p>
        }
      >
        <Tabs
          label={doorWords.tabs}
          chosen={tab}
          onChoose={choose}
          tabs={[
            {
              name: "login",
              title: doorWords.logIn,
              content: (
                <SignInForm passkeyOrigin={loaderData.passkeyOrigin} hasFocus={hasRegistered}>
                  <Link to="/lms/recover">{doorWords.forgot}</Link>
                </SignInForm>
              ),
            },
            {
              name: "register",
              title: doorWords.register,
              content: (
                <>
                  {invitation === "expired" && (
                    <p role="alert" className={styles.expired}>
                      {accountMessages.deadInvitation}
                    </p>
                  )}
                  <RegisterForm invited={invited} onRegistered={toLogin} />
                </>
              ),
            },
          ]}
        />
      </NeedsScript>
    </AccountPage>
  );
}

/** Stores the selected tab in the URL, so that a reload returns to it. */
function putTabInUrl(name: TabName) {
  const address = new URL(location.href);
  if (name === "register") address.searchParams.set("tab", name);
  else address.searchParams.delete("tab");
  history.replaceState(history.state, "", address);
}

/** Logs out with a form that a script submits, because a browser might prefetch a plain link. */
function SignOut() {
  const [state, setState] = useState<"leaving" | "left" | "failed">("leaving");
  const leave = () => {
    setState("leaving");
    askApi(() => api.credentials.$delete()).then(({ isDone }) => {
      setState(isDone ? "left" : "failed");
    });
  };
  useEffect(leave, []);
  if (state === "failed") {
    return (
      <p role="alert">
        {doorWords.stillIn} <Button onClick={leave}>{doorWords.logOut}</Button>
      </p>
    );
  }
  return <p role="status">{state === "left" ? doorWords.loggedOut : doorWords.loggingOut}</p>;
}

function Legal() {
  return (
    <p>
      <Link to="/lms/privacy-policy">{doorWords.privacy}</Link> ·{" "}
      <Link to="/lms/terms-and-conditions">{doorWords.terms}</Link> ·{" "}
      <Link to="/marketing/contact">{doorWords.contact}</Link>
    </p>
  );
}
