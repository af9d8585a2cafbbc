// To an account's new email address, when a change of address was requested.
export const changeAddressNew = {
  subject: "Confirm your new email address",
  text: `
Hi {{ firstName }},

You asked to log in with this email address from now on. Please confirm it here:

{{ link }}

We also sent a link to your old address. Nothing changes unless you open both links and confirm within 24 hours.

If you didn’t ask for this, you can ignore this email.
`,
};
