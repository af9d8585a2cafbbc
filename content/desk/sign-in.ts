// Logging in, registering, confirming an email address, and setting a new password.
export const doorWords = {
  logIn: "Log in",
  register: "Register",
  tabs: "Log in or register",
  forgot: "Forgot your password?",
  back: "Back to login",
  privacy: "Privacy",
  terms: "Terms",
  contact: "Contact us",
  /** The phone number follows this text, and then `between` and the email address. */
  needsScript: {
    before: "The lead desk needs JavaScript. Turn it on, or call",
    between: "or email",
  },
  stillIn: "We couldn’t reach the server, so you’re still logged in.",
  logOut: "Log out",
  loggedOut: "You’re logged out.",
  loggingOut: "Logging you out…",
} as const;

export const registerWords = {
  firstName: "First name",
  lastName: "Last name",
  practiceName: "Practice name",
  phone: "Phone",
  address: "Address",
  address2: "Address 2",
  city: "City",
  state: "State",
  zip: "ZIP code",
  password: "Password",
  newPassword: "New password",
  confirmPassword: "Confirm Password",
  confirmNewPassword: "Confirm new password",
  ownersCode: "Registration code",
  invitedAddress: "We sent your invitation to this address.",
  /** The parts around the links in "… the Terms and Conditions and the Privacy Policy." */
  accept: { before: "By registering, you accept the", between: "and the", after: "." },
  terms: "Terms and Conditions",
  privacyPolicy: "Privacy Policy",
  submitting: "Registering…",
  refused: (status: number) => `Error ${status || ""}`.trim(),
} as const;

export const confirmWords = {
  tab: "Confirm",
  title: "Confirm your email",
  needsScript: "This page needs JavaScript. Turn it on, or call",
  openLink: "Please open the link in the email we sent you.",
  press: "Press the button to confirm that this address is yours.",
  confirm: "Confirm",
  confirming: "Confirming…",
} as const;

export const recoverWords = {
  tab: "Password",
  title: "Forgot your password?",
  newTitle: "Set a new password",
  addressHelp: "The email you log in with.",
  send: "Send link",
  form: "Set a new password",
  set: "Set password",
  setting: "Setting…",
  newLink: "Get a new link",
  done: "Password set",
  needsScript: {
    before: "This page needs JavaScript. Turn it on, or call",
    between: "or email",
    after: "from the address you log in with.",
  },
} as const;
