// To the owner, when a visitor has written.
export const inquiryNotice = {
  subject: "{{ pageName }}: {{ fullName }} wrote to you",
  text: `
{{ fullName }} wrote to you on {{ pageName }}.

E-mail: {{ email }}
Phone: {{ phone | default: "not given" }}

{{ message | default: "(no message)" }}

See all inquiries: {{ link }}
`,
};
