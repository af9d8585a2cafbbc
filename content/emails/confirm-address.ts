// To the email address of a new registration, with a link that confirms it.
export const confirmAddress = {
  subject: "Confirm your email address",
  text: `
Hi {{ firstName }},

Thanks for registering. To confirm your email address, open this link and enter the password you chose:

{{ link }}

The link works for seven days. We’ll email you as soon as we’ve approved your account.

If you didn’t register, you can ignore this email. If we invited you, use the link in your invitation instead.
`,
};
