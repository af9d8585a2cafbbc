// To whoever asked for the free 'Marketing Makeover' presentation, which is attached.
export const makeoverPresentation = {
  subject: "Your marketing makeover presentation",
  text: `
Hello{% if name %} {{ name }}{% endif %},

here is the marketing makeover presentation that you asked for. It shows what we would look at, has
a checklist that you can use today, and says what it would cost if we did the rest.

Any question? Answer this mail, or call {{ phone }}: {{ phoneHours }}.

To begin: {{ link }}

{{ owner }}
{{ agency }}
{{ postalAddress }}

{{ why }}
`,
};
