// To the owner, when a Meta page no longer sends us lead notifications.
export const lostSubscriptionNotice = {
  subject: "Meta stopped telling us about leads from {{ source }}",
  text: `
Page {{ page }} ({{ source }}, {{ practice }}) isn’t subscribed to our app, so Meta doesn’t tell us about new leads.

Until that’s fixed, we check for new leads every 15 minutes, so they come in late. To fix it, open this page and press Subscribe: {{ link }}
`,
};
