// To an account's email address, with a link to set a new password.
export const recoverPassword = {
  subject: "Set a new password",
  text: `
Hi {{ firstName }},

Use this link to set a new password:

{{ link }}

The link works once and expires in one hour. Setting a new password logs you out on every device.

Didn’t request this? Ignore this email, and your password stays the same.
`,
};
