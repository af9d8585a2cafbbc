// To whoever wrote to us: what the owner answers.
export const contactRequestReply = {
  subject: "Your message to {{ agency }}",
  text: `
{{ text }}

{{ owner }}{% if agency != owner %}
{{ agency }}{% endif %}
{{ phone }}
`,
};
