// To an address that somebody registered with although it has an account.
export const addressKnown = {
  subject: "You have an account already",
  text: `
Hello {{ firstName }},

somebody, most likely you, has just registered with this address. It has an account already, and
nothing about that was changed.

Log in: {{ signIn }}
Forgot the password? {{ recover }}

Was it not you? Then there is nothing to do: whoever it was learnt nothing.
`,
};
