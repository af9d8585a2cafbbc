// The browser's own dialogs for passkeys. The library is loaded on the first click, so that pages
// don't wait for it.
import { useSyncExternalStore } from "react";
import {
  PasskeyAssertion,
  PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from "#contract/passkeys.ts";

const loadLibrary = () => import("@simplewebauthn/browser");

/**
 * Asks for a passkey. Returns null if the person canceled, or if this device has no passkey for the
 * site.
 */
export async function askForPasskey(
  options: PasskeyRequestOptions,
): Promise<PasskeyAssertion | null> {
  try {
    const { startAuthentication } = await loadLibrary();
    return PasskeyAssertion.parse(await startAuthentication({ optionsJSON: options }));
  } catch {
    return null;
  }
}

/** Creates a passkey. Returns `has_one` if this device already has a passkey for the account. */
export async function makePasskey(
  options: PasskeyCreationOptions,
): Promise<PasskeyAttestation | "has_one" | "canceled"> {
  try {
    const { startRegistration } = await loadLibrary();
    return PasskeyAttestation.parse(await startRegistration({ optionsJSON: options }));
  } catch (error) {
    return error instanceof Error && error.name === "InvalidStateError" ? "has_one" : "canceled";
  }
}

/**
 * Returns why passkeys don't work here: `nowhere` if the site has no domain name, `elsewhere` if it
 * was opened on another origin, `browser` if the browser doesn't support them. Returns null if they
 * work.
 */
export function usePasskeyProblem(
  origin: string | null,
): "nowhere" | "elsewhere" | "browser" | null {
  const isHere = useSyncExternalStore(
    noChanges,
    () => origin === location.origin,
    () => true,
  );
  const isSupported = useSyncExternalStore(
    noChanges,
    () => "PublicKeyCredential" in window,
    () => true,
  );
  if (origin === null) return "nowhere";
  if (!isHere) return "elsewhere";
  return isSupported ? null : "browser";
}

const noChanges = () => () => undefined;
