// Questions that practices ask before they sign up. Each has an answer of one paragraph and its own
// URL, such as `/marketing/faq#money-back`.
import { owner } from "./owner.ts";
import { site } from "./site.ts";

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
    answer: `At your practice. Outside ${site.city}, a photography session is limited to two hours.`,
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
      "No. You set your own ad budget and pay Google and Meta directly. Our price covers our work.",
  },
  {
    id: "custom-package",
    question: "Can I get a custom package?",
    answer:
      "Yes. Tell us what you need and what you don’t, and we’ll send you a quote for a custom package.",
  },
  {
    id: "how-much-budget",
    question: "How much should I spend on ads?",
    answer:
      "Start with what you can comfortably spend for three months. Many practices start with $20 to $50 a day, and raise it only when the lead desk shows that inquiries are turning into visits.",
  },
  {
    id: "accounts",
    question: "Who owns the ad accounts and pages?",
    answer:
      "You do. We create them in your practice’s name, and you give us access. If you leave, you remove our access and keep everything, history included.",
  },
  {
    id: "first-leads",
    question: "When do the first leads come in?",
    answer:
      "Ads usually go live about a week after our first call, once you’ve approved them. How many people get in touch depends on your budget, your town and the season, so we don’t promise a number.",
  },
  {
    id: "patient-data",
    question: "What about my patients’ data?",
    answer:
      "Our forms don’t ask about health, our pages load no third-party trackers, and your leads belong to your practice. “Your patients’ data,” linked at the bottom of each page, says exactly what we do and don’t do.",
  },
  {
    id: "front-desk-time",
    question: "How much work is it for my front desk?",
    answer:
      "A call to each new lead, and one tap to say how it went. The lead desk works in a browser, on a computer or a phone. Most people learn it in ten minutes.",
  },
  {
    id: "spanish",
    question: "Do you speak Spanish?",
    answer: `${owner.speaksSpanish ? "Yes." : "On the phone, we speak English."} If some of your patients speak Spanish, your ads and pages can be in both languages.`,
  },
] as const;
