// To the address that an account is to get.
export const changeAddressNew = {
  subject: "Please confirm your new e-mail address",
  text: `
Hello {{ firstName }},

your account is to be signed in to with this address. Please confirm it here, and with the link that
we have sent to the old one:

{{ link }}

Both links are good for a day; until both are followed nothing changes.

Do you know nothing of this? Then leave it alone.
`,
};
