// To the owner, when a lead that Meta announced could not be imported. Once a day for each form.
export const failedImportNotice = {
  subject: "Leads from {{ source }} aren’t coming in",
  text: `
Meta announced a lead from page {{ page }}, form {{ form }} ({{ source }}), but we couldn’t import it:

{{ problem }}

We’ve kept it, along with any other lead from this form that fails. You’ll get this email once a day at most. Once the cause is fixed, fetch the leads again here: {{ link }}
`,
};
