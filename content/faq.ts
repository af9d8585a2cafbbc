// Questions that practices ask before they sign up, and their answers, one paragraph each. Each has
// an address of its own: `/marketing/faq#money-back`.
export const faq = [
  {
    id: "money-back",
    question: "Can I get my money back?",
    answer:
      "Yes. Within 30 days of starting, tell us it isn’t right for you and we return what you paid us. That is our risk-free money-back guarantee.",
  },
  {
    id: "contract",
    question: "Am I tied to a contract?",
    answer: "No. There is no contract, and you can cancel at any time.",
  },
  {
    id: "photos",
    question: "Where do you take photos?",
    answer: "At your practice. Outside of Tampa a photography session is limited to two hours.",
  },
  {
    id: "ads",
    question: "Where will my ads run?",
    answer: "On Facebook, on Instagram and on Google.",
  },
  {
    id: "ad-budget",
    question: "Does the price include the ads themselves?",
    answer:
      "No. What Google and Meta charge for showing your ads is your own budget: you set it, and pay it to them directly. Our price covers the work.",
  },
  {
    id: "custom-package",
    question: "Can I have a package of my own?",
    answer:
      "Yes. Tell us what you need and what you do not, and we make you a quote for a custom package.",
  },
] as const;
