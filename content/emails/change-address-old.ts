// To an account's current email address, when a change of address was requested.
export const changeAddressOld = {
  subject: "Confirm the change to your email address",
  text: `
Hi {{ firstName }},

You asked to log in with {{ newEmail }} instead of this address. Please confirm the change here:

{{ link }}

We also sent a link to the new address. Nothing changes unless you open both links and confirm within 24 hours.

If you didn’t ask for this, someone else knows your password. Set a new one now: {{ recover }}
`,
};
