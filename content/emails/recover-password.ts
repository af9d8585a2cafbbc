// To an account's address, when its password is to be set anew.
export const recoverPassword = {
  subject: "Set a new password",
  text: `
Hello {{ firstName }},

here you set a new password for the account of this address:

{{ link }}

The link works once and is good for one hour. Every device will be signed out.

Was it not you? Then leave this alone: your password stays as it is.
`,
};
