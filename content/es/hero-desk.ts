// The lead desk above the fold on the Spanish landing page.
import type { MarketingWords } from "#content/marketing-words.ts";
import { site } from "#content/site.ts";

const scale = "En su pantalla un segundo después de que escribió. Dibujado a escala.";
const soon = {
  when: "Próximo intento a las 11:30",
  scale,
  counts: "La llamada cuenta como a tiempo, y nadie tiene que acordarse de ella:",
  forWhat: "A las 11:30 vuelve a estar primera, con lo que pidió",
};

export const spanishHeroDesk: MarketingWords["marketing"]["heroDesk"] = {
  label: "El panel de contactos, con datos de ejemplo: pruebe una llamada",
  title: "Panel de contactos",
  notCalled: "Sin llamar",
  tryIt: "Pruébelo: toque «Estoy llamando»",
  practice: "Bayshore Sample Dental",
  waiting: { name: "Priya Nair", phone: "(813) 555-0171", waitsSeconds: 161 },
  about: "Alineadores · su anuncio de Google",
  wish: `«¿Puedo ir después de las 5? Trabajo en ${site.city}.»`,
  after: "Qué pasó después de la llamada",
  today: "hoy",
  called: [
    {
      name: "Marcus Bell",
      about: "Emergencia · Google",
      tookMinutes: 4,
      outcome: "booked",
      agreed: "mar. 10:30 a. m.",
    },
    {
      name: "Grace Lindqvist",
      about: "Revisión · Facebook",
      tookMinutes: 2,
      outcome: "spoke",
      agreed: "9:12 a. m.",
    },
    {
      name: "Elena Ruiz",
      about: "Blanqueamiento · Instagram",
      tookMinutes: 26,
      outcome: "voicemail",
      agreed: "otra vez a las 2:00",
    },
  ],
  call: "Estoy llamando",
  calling: "Está llamando",
  held: (time) => `${time} en pausa; se guarda con el resultado`,
  toSpare: (time) => `${time} de sobra`,
  ask: "¿Cómo le fue?",
  oneTap: "Un toque. Nada que escribir.",
  callStarts: 30_825,
  asked: (time) => `${time} escribió`,
  calledAt: (time) => `${time} llamada`,
  results: {
    booked: {
      when: "Martes, 10:30 a. m.",
      ended: "8:38 hizo cita",
      callSeconds: 255,
      scale,
      counts: "Esta cita se cuenta para el anuncio que la trajo:",
      forWhat: `«Alineadores en ${site.city}», Google, 3 citas este mes`,
    },
    spoke: {
      when: "8:36 a. m.",
      ended: "8:36 hablaron",
      callSeconds: 135,
      scale,
      counts: "Lo está pensando, así que sigue a la vista:",
      forWhat: "Elija un día, y esa mañana vuelve a estar primera en la lista",
    },
    voicemail: { ...soon, ended: "8:34:20 guardado", callSeconds: 35 },
    no_answer: { ...soon, ended: "8:34:10 guardado", callSeconds: 25 },
  },
  again: "Otra vez",
};
