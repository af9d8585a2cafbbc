// Names, addresses and links of the two sites. A fictional sample: put your own here.
export const site = {
  /** The owner of the portfolio and founder of the agency: one person. */
  owner: "Mara Ellwood",
  /** The agency's name on the marketing site. */
  agency: "Gulfside",
  /** Who e-mails come from by default, and where notices go while no owner has an account. */
  mailName: "Gulfside Practice Marketing",
  email: "mara@example.com",
  phone: "(813) 555-0142",
  phoneLink: "+18135550142",
  profiles: [
    { name: "GitHub", url: "https://github.example.com/mara" },
    { name: "LinkedIn", url: "https://linkedin.example.com/in/mara" },
  ],
} as const;
