// The landing page's calculator for the cost of slow calls, in Spanish.
import type { MarketingWords } from "#content/marketing-words.ts";

export const spanishCalculator: MarketingWords["marketing"]["calculator"] = {
  title: "¿Cuánto le cuesta la espera?",
  leads: "Contactos al mes",
  delay: "Cuánto tardan en llamar",
  value: "Un paciente nuevo vale",
  delays: {
    minutes: "10 min",
    hour: "1 hora",
    sameDay: "Mismo día",
    nextDay: "Otro día",
  },
  says: "Llamar en menos de diez minutos podría traerle",
  range: { to: "a", upTo: "hasta", few: "menos de 1" },
  upToAmount: "hasta",
  outOf: (patients, leads) =>
    `más al mes: ${patients} ${/\b1$/.test(patients) ? "paciente adicional" : "pacientes adicionales"} de ${leads} contactos.`,
  prompt: "Nada: usted ya llama a tiempo. Siga así.",
  tooFewLeads: {
    title: "Menos de un paciente al mes.",
    says: "Con tan pocos contactos, llamar más rápido no cambia mucho. Le ayudaría más tener más contactos.",
  },
  covered: (title, price) =>
    `${title} y un presupuesto pequeño de anuncios cuestan ${price}. Aun en el caso más bajo se pagan solos.`,
  breaksEven: (title, price, patients) =>
    `${title} y un presupuesto pequeño de anuncios cuestan ${price}: se pagan con ${patients === 1 ? "un paciente nuevo" : `${patients} pacientes nuevos`}.`,
  notCovered: (title, price) =>
    `${title} y un presupuesto pequeño de anuncios cuestan ${price}. Según este cálculo, llamar más rápido no basta para pagarlos.`,
  weakness: "Es un cálculo basado en contactos de otros sectores, no una promesa.",
  today: "Al ritmo de hoy",
  inTen: "En menos de diez minutos",
  how: {
    title: "De dónde salen estos números, y dónde son débiles",
    paragraphs: [
      "Suponemos que, de 100 contactos a los que se llama en menos de diez minutos, entre 5 y 15 se vuelven pacientes. Es una suposición nuestra, no de un estudio.",
      "El estudio de Harvard Business Review de 2011 encontró que las empresas que llamaron en menos de una hora tuvieron unas siete veces más probabilidades de calificar un contacto que las que llamaron una hora más tarde. Calificar un contacto es tener una conversación de verdad con quien decide, no hacer una venta. Suponemos que los pacientes nuevos bajan en la misma proporción, así que llamar más tarde hace perder seis de cada siete. Para “1 hora” contamos hasta la mitad de esa pérdida; para “Mismo día”, por lo menos la mitad; y para “Otro día”, toda. Solo contamos pacientes enteros.",
      "Los estudios que citamos contaron contactos de ventas en otros sectores, no pacientes, y las empresas que llaman rápido quizás también hagan bien otras cosas. Por eso es un cálculo y no una promesa. Su propio panel le dirá más.",
    ],
  },
};
