// To the present address of an account that is to get another.
export const changeAddressOld = {
  subject: "Please confirm the change of your e-mail address",
  text: `
Hello {{ firstName }},

your account is to be signed in to with {{ newEmail }} instead of this address. Please confirm it
here, and with the link that we have sent there:

{{ link }}

Both links are good for a day; until both are followed nothing changes.

Was it not you? Then somebody knows your password. Set a new one: {{ recover }}
`,
};
