// To a person at a practice, when a PIN was set for them on a shared device.
export const devicePinSet = {
  subject: "A PIN was set for you on a shared device",
  text: `
Hi {{ firstName }},

Someone just entered your password on a shared device at {{ practice }} and set a PIN for you there. The PIN opens the lead desk under your name, on that device only.

If this was you, there’s nothing to do.

If it wasn’t, set a new password right away: {{ recover }}
That deletes your PINs on every device. Then call us at {{ phone }}.
`,
} as const;
