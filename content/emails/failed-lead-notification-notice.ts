// To the owner, at most once a day for each form, when Meta notified us about a lead that we
// couldn't fetch.
export const failedLeadNotificationNotice = {
  subject: "Leads from {{ source }} aren’t coming in",
  text: `
Meta told us about a lead from page {{ page }}, form {{ form }} ({{ source }}), but we couldn’t fetch it:

{{ problem }}

We keep the notification of every lead from this form that we couldn’t fetch, so none are lost. You’ll get this email at most once a day. Once you’ve fixed the problem, try again here: {{ link }}
`,
};
