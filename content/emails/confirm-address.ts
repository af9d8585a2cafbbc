// To whoever has registered: proves that the address is theirs.
export const confirmAddress = {
  subject: "Please confirm your e-mail address",
  text: `
Hello {{ firstName }},

thank you for registering. Please confirm that this address is yours:

{{ link }}

The link is good for seven days. You can log in as soon as we have approved your account; we write to
you when we have.

Was it not you? Then leave this alone: without your confirmation nothing comes of it.
`,
};
