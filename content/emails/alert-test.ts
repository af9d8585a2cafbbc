// To a confirmed alert address, when someone at the practice clicks "Send me a test".
export const alertTest = {
  subject: "This is a test of your lead alerts",
  text: `
If a new lead comes in and nobody opens it within 5 minutes during business hours, we’ll email you here.

This one is only a test. There’s nothing to do.
`,
};
