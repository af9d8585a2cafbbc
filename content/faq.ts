// Questions that practices ask before they sign up, and their answers, one paragraph each.
export const faq = [
  {
    question: "Can I get my money back?",
    answer:
      "Yes. Within 30 days of starting, tell us it isn’t right for you and we return what you paid us. That is our risk-free money-back guarantee.",
  },
  {
    question: "Am I tied to a contract?",
    answer: "No. There is no contract, and you can cancel at any time.",
  },
  {
    question: "Where do you take photos?",
    answer: "At your practice. Outside of Tampa a photography session is limited to two hours.",
  },
  {
    question: "Where will my ads run?",
    answer: "On Facebook, on Instagram and on Google.",
  },
  {
    question: "Can I have a package of my own?",
    answer:
      "Yes. Tell us what you need and what you do not, and we make you a quote for a custom package.",
  },
] as const;
