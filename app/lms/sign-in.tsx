// Who comes: a front desk, in the morning or after a year's cookie ran out, often from a link to a
// lead. First: two fields. Wrong: the password, or an account that is not approved yet.
import { useEffect, useState } from "react";
import { data, Link, redirect } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { readNextPath } from "#app/next-path.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Door } from "#app/ui/door.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { SignInForm } from "#app/ui/sign-in-form.tsx";
import { deskWords } from "#content/desk.ts";
import { site } from "#content/site.ts";
import type { Route } from "./+types/sign-in.ts";

export const meta = () => [
  { title: `Log in · ${deskWords.title}` },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  if (search.get("lo") === "true") return { isLeaving: true };
  const answer = await context.get(apiContext).clients.getClient.$get({ query: {} });
  if (answer.ok) throw redirect(readNextPath(search) ?? "/lms/dashboard");
  // A cookie that is no longer good is cleared here too.
  const cleared = answer.headers.get("Set-Cookie");
  return data({ isLeaving: false }, { headers: cleared ? { "Set-Cookie": cleared } : {} });
}

export default function SignIn({ loaderData }: Route.ComponentProps) {
  return (
    <Door title="Log in" foot={<NewPractice />}>
      {loaderData.isLeaving && <Leaving />}
      <NeedsScript
        instead={
          <p>
            The lead desk needs JavaScript. Without it, call{" "}
            <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
          </p>
        }
      >
        <SignInForm>
          <Link to="/lms/recover">Forgot the password?</Link>
        </SignInForm>
      </NeedsScript>
    </Door>
  );
}

/** The page itself signs out: a link alone, or a browser that looks ahead, must not. */
function Leaving() {
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
        You are still signed in: there was no answer. <Button onClick={leave}>Log out</Button>
      </p>
    );
  }
  return <p role="status">{state === "left" ? "You are signed out." : "Signing you out …"}</p>;
}

function NewPractice() {
  return (
    <p>
      {deskWords.newPractice} <Link to="/marketing/contact">Contact us</Link> ·{" "}
      <Link to="/lms/privacy-policy">Privacy</Link> ·{" "}
      <Link to="/lms/terms-and-conditions">Terms</Link>
    </p>
  );
}
