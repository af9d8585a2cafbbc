// To the owner, when a Meta page no longer announces its leads to us.
export const lostSubscriptionNotice = {
  subject: "{{ source }} doesn’t announce its leads anymore",
  text: `
Page {{ page }} ({{ source }}, {{ practice }}) isn’t subscribed to our app, so Meta doesn’t tell us about new leads.

We look for new leads every 15 minutes until it is. They arrive later than they should. Press Subscribe here: {{ link }}
`,
};
