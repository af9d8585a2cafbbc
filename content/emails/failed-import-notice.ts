// To the owner, when a lead that Meta announced could not be imported. Once a day for each form.
export const failedImportNotice = {
  subject: "Leads from {{ source }} aren’t coming in",
  text: `
Meta told us about a lead from page {{ page }}, form {{ form }} ({{ source }}), but we couldn’t import it:

{{ problem }}

We keep every lead from this form that fails to import, so none are lost. You’ll get this email at most once a day. Once you’ve fixed the problem, try again here: {{ link }}
`,
};
