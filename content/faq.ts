// Questions that practices ask before they sign up, with one paragraph for each answer. Each has a
// URL of its own: `/marketing/faq#money-back`.
export const faq = [
  {
    id: "money-back",
    question: "Can I get my money back?",
    answer:
      "Yes. If it isn’t right for you, tell us within 30 days of starting and we’ll refund what you paid us. That’s our risk-free money-back guarantee.",
  },
  {
    id: "contract",
    question: "Is there a contract?",
    answer: "No. There’s no contract, and you can cancel at any time.",
  },
  {
    id: "photos",
    question: "Where do you take photos?",
    answer: "At your practice. Outside Tampa, a photography session is limited to two hours.",
  },
  {
    id: "ads",
    question: "Where will my ads run?",
    answer: "On Facebook, Instagram and Google.",
  },
  {
    id: "ad-budget",
    question: "Does the price include my ad budget?",
    answer:
      "No. You set your own ad budget and pay Google and Meta directly. Our price covers the work.",
  },
  {
    id: "custom-package",
    question: "Can I get a custom package?",
    answer:
      "Yes. Tell us what you need and what you don’t, and we’ll send you a quote for a custom package.",
  },
] as const;
