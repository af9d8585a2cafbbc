// To an account's email address, after a change to its two-step login. There is one text for each
// kind of change.
const next = `set a new password right away: {{ recover }}
Then call us at {{ phone }}, so we can check your two-step login.
`;
const ending = `
If this wasn’t you, ${next}`;
/** Used if the owner made the change. */
const endingIfAsked = `
If you didn’t ask for this, ${next}`;

export const secondFactorChanged = {
  factor_added: {
    subject: "An authenticator app was added to your account",
    text: `
Hi {{ firstName }},

An authenticator app was just added to your account. You now need your password and a code to log in.
${ending}`,
  },
  factor_removed: {
    subject: "An authenticator app was removed from your account",
    text: `
Hi {{ firstName }},

An authenticator app was just removed from your account. To log in, you still need a second step besides your password.
${ending}`,
  },
  passkey_added: {
    subject: "A passkey was added to your account",
    text: `
Hi {{ firstName }},

A passkey was just added to your account. You can now use it to log in instead of your password. Your password alone no longer works.
${ending}`,
  },
  passkey_removed: {
    subject: "A passkey was removed from your account",
    text: `
Hi {{ firstName }},

A passkey was just removed from your account and no longer works. Two-step login is still on.
${ending}`,
  },
  passkey_copied: {
    subject: "One of your passkeys may have been copied",
    text: `
Hi {{ firstName }},

Someone just tried to log in to your account with a passkey that looks like a copy of yours. We didn’t let them in. Remove your passkeys in your profile, and add them again.
${ending}`,
  },
  last_factor_removed: {
    subject: "Two-step login is off",
    text: `
Hi {{ firstName }},

Your last passkey or authenticator app was just removed, so two-step login is off. Your password alone is enough to log in, and your recovery codes no longer work.
${ending}`,
  },
  factors_reset: {
    subject: "Two-step login was reset",
    text: `
Hi {{ firstName }},

Two-step login was just turned off for your account, because you or someone on your team asked for it. Your password alone is enough to log in now. You can turn two-step login on again in your profile.
${endingIfAsked}`,
  },
  recovery_codes_renewed: {
    subject: "You have new recovery codes",
    text: `
Hi {{ firstName }},

New recovery codes were just created for your account. The old ones no longer work.
${ending}`,
  },
  recovery_code_used: {
    subject: "One of your recovery codes was used",
    text: `
Hi {{ firstName }},

Someone just used one of your recovery codes, to log in to your account or to confirm a change. You have {{ codesLeft }} left. You can get new ones in your profile.
${ending}`,
  },
} as const;

/** Returns a text such as "3 recovery codes". */
export function codesLeftText(count: number): string {
  if (count === 1) return "1 recovery code";
  return count === 0 ? "no recovery codes" : `${count} recovery codes`;
}
