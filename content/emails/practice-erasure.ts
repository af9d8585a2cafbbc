// To the owners, three days before a practice that was ended is erased.
export const practiceErasure = {
  subject: "{{ practice }} will be erased on {{ day }}",
  text: `
{{ practice }} has ended. On {{ day }}, we’ll erase everything that belongs to it: leads, calls, emails, people and reports. You can’t undo that.

To export everything first, or to restore the practice, open its page: {{ link }}
`,
} as const;
