// To whoever wrote to us: what the owner answers.
export const inquiryReply = {
  subject: "Your inquiry to {{ agency }}",
  text: `
{{ text }}

{{ owner }}{% if agency != owner %}
{{ agency }}{% endif %}
{{ phone }}
`,
};
