// To the owner, when a lead that Meta announced is given up. Once a day for each form.
export const failedImportNotice = {
  subject: "Leads of {{ source }} do not arrive",
  text: `
Meta announced a lead of page {{ page }}, form {{ form }} ({{ source }}), and it is in no desk:

{{ problem }}

It is kept, and so is every other one of this form; you are told once a day. When the cause is mended,
fetch them again: {{ link }}
`,
};
