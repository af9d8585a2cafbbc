// The lead desk on the Spanish landing page.
import type { MarketingWords } from "#content/marketing-words.ts";
import { owner } from "#content/owner.ts";

const { p2, p3 } = owner.packages;

export const spanishLeadDesk: MarketingWords["marketing"]["desk"] = {
  title: "El panel de contactos: que no se le escape nadie.",
  says: `Incluido en ${p2.title} y ${p3.title}. En cuanto alguien se comunica, su recepción ve quién es, qué quiere y cuánto lleva esperando.`,
  pictureNote:
    "El ejemplo de arriba está traducido. Por ahora, las pantallas del panel están en inglés.",
  facts: [
    {
      says: "7 veces",
      of: "Las empresas que llamaron en menos de una hora tuvieron siete veces más probabilidades de llegar a una conversación seria que las que llamaron una hora más tarde.",
      source: "Harvard Business Review, marzo de 2011",
    },
    {
      says: "5 minutos",
      of: "Llamar a los 5 minutos, y no a los 30, multiplicó por 100 la posibilidad de encontrar a la persona, y por 21 la de tener una conversación seria.",
      source: "InsideSales / Oldroyd, 2007",
    },
    {
      says: "Su consultorio",
      of: "Esas empresas no eran consultorios dentales. Por eso el panel mide el suyo: cada llamada, a tiempo, lenta o tarde, a la vista de usted.",
      source: null,
    },
  ],
};
