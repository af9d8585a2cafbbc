// To the owner who clicks "Send a test email" on the settings screen.
export const settingsTest = {
  subject: "Your mail server works",
  text: `This is the test email you asked for on the settings screen. Email from your sites and your practices goes out through this server.
`,
};
