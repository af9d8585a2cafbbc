// A button below the login form, for a front desk that uses a passkey instead of a password.
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { passkeyWords as words } from "#content/two-step-login.ts";
import type { SignedIn } from "#contract/sessions.ts";
import { usePasskeyProblem } from "./browser-passkeys.ts";
import { Or, PasskeyButton } from "./passkey-button.tsx";

type PasskeyLogInProps = {
  /** The origin on which passkeys work. See `PasskeySite`. */
  origin: string | null;
  onDone: (answer: Pick<SignedIn, "kind">) => void;
};

export function PasskeyLogIn({ origin, onDone }: PasskeyLogInProps) {
  const problem = usePasskeyProblem(origin);
  if (problem) return null;
  return (
    <>
      <Or />
      <PasskeyButton
        label={words.logIn}
        canceled={words.logInCanceled}
        begin={() => askApi(() => api.credentials.passkeys.challenges.$post())}
        send={(json) => askApi(() => api.credentials.passkeys.$post({ json }))}
        onDone={onDone}
      />
    </>
  );
}
