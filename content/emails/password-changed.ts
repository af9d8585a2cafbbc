// To an account's address, after its password was changed.
export const passwordChanged = {
  subject: "Your password was changed",
  text: `
Hello {{ firstName }},

the password of your account has just been changed, and every other device was signed out.

Was it not you? Set a new one at once: {{ recover }}
Then call us: {{ phone }}
`,
};
