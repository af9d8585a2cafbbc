// The marketing site's text and offers in Spanish.
import type { MarketingWords } from "#content/marketing-words.ts";
import { owner } from "#content/owner.ts";
import { site } from "#content/site.ts";
import { story } from "#content/story.ts";
import { spanishCalculator } from "./calculator.ts";
import { spanishHeroDesk } from "./hero-desk.ts";
import { spanishLeadDesk } from "./lead-desk.ts";
import { spanishMonth } from "./month.ts";
import { spanishPhoneHours } from "./office.ts";
import { spanishContact, spanishFaqPage, spanishFirstDays, spanishGetStarted } from "./pages.ts";

const { p1, p2, p3 } = owner.packages;

export const spanishMarketing: MarketingWords["marketing"] = {
  title: `${site.mailName}: marketing para consultorios en ${site.area}`,
  description: `Marketing en redes y en la web para dentistas, quiroprácticos y médicos de ${site.area}, con un panel que muestra a quién llamar primero.`,
  serviceType: "Marketing para consultorios médicos y dentales",

  getStartedButton: "Comenzar",
  callButton: "Llámenos",
  startBar: "Comuníquese con nosotros",
  sample: "Ejemplo",

  hero: {
    for: `Marketing para dentistas, quiroprácticos y médicos del área de ${site.area}`,
    taglines: [
      ["Usted atiende.", "Llenamos su agenda."],
      ["Anuncios que traen", "pacientes, no likes."],
      ["¿Un contacto nuevo?", "Llame en minutos."],
      ["Sin contrato.", "30 días de garantía."],
    ],
    lead: "Anuncios en Facebook, Instagram y Google que le traen gente, y un panel de contactos que le muestra a su equipo a quién llamar primero.",
    prices: (once, monthly) => `${once} una sola vez, o desde ${monthly} al mes. Sin contrato.`,
    call: `Llame al ${site.phone}`,
    closed: {
      title: "Elija una hora para una llamada gratis.",
      back: (opening) =>
        `Cerrado hasta ${opening}: ${site.ownerFirst}, que dirige la agencia, le llamará.`,
      pickTime: "Elegir una hora",
      opens: (opening) => `Abre ${opening}`,
      hours: sentence(`Contestamos el teléfono ${spanishPhoneHours}`),
    },
    pause: "Pausar el movimiento",
    promise: "Sin contrato. Garantía de 30 días o le devolvemos su dinero.",
    whatYouGet: "Vea qué incluye",
  },

  splash: {
    says: "Alguien lleva esperando",
    waits: ["un momento.", "un segundo.", "dos segundos.", "tres segundos.", "cuatro segundos."],
    lead: "Todo el que pide una cita empieza esperando. Nosotros se lo traemos y le mostramos a quién llamar primero.",
  },

  problem: {
    title: "Marque lo que le suene conocido.",
    says: "Al lado anotamos qué haríamos en cada caso. Nada de esto es culpa suya.",
    heads: ["Síntoma", "Lo que hacemos"],
    none: "Marque una casilla y le sugerimos un paquete.",
    sum: (count, title) =>
      `${count === 1 ? "1 marcado" : `${count} marcados`}. ${title} ${["", "lo cubre", "cubre los dos", "cubre los tres", "cubre los cuatro", "cubre los cinco"][count] ?? "lo cubre todo"}.`,
    see: (title, price) => `Ver ${title}, ${price}`,
    seeAll: "Ver los paquetes",
    lines: [
      {
        problem: "Promocionamos publicaciones. Nadie pidió cita.",
        package: "p2",
        help: "Anuncios para gente que vive cerca, medidos por citas.",
      },
      {
        problem: "Las solicitudes web esperan hasta el almuerzo.",
        package: "p2",
        help: "El panel de contactos muestra cada una al instante y pone a correr un reloj.",
      },
      {
        problem: "Casi no aparecemos en el mapa.",
        package: "p1",
        help: "Páginas de Google Business y Yelp, completas y al día.",
      },
      {
        problem: "Nadie sabe qué anuncio dio resultado.",
        package: "p2",
        help: "Cada contacto queda ligado a su campaña, del primer clic a la primera cita.",
      },
      {
        problem: "Nuestro sitio es más viejo que la máquina de rayos X.",
        package: "p3",
        help: `Cinco páginas nuevas con ${p3.title}, o una landing page con ${p2.title}.`,
      },
    ],
  },

  services: {
    title: "Lo que le quitamos de encima",
    says: "De la primera búsqueda a la primera cita. La etiqueta de cada servicio dice desde qué paquete está incluido.",
    outcome: {
      asks: "¿Cómo salió la llamada con Priya?",
      says: "La llamó 3 min después de su solicitud",
    },
    map: {
      name: "Su consultorio",
      says: "Dentista · Cierra a las 6",
      call: "Llamar",
      website: "Sitio web",
    },
    ad: {
      name: "Su consultorio",
      says: "Publicidad",
      headline: "¿Primera cita? Pregunte.",
      button: "Pedir una cita",
      week: "Este anuncio, 7 días",
      results: ["9 nuevos", "2 citas"],
      counted: ["Los cuenta su panel;", "no son cálculos", "nuestros."],
    },
    groups: [
      {
        name: "Que lo encuentren",
        drawing: "map",
        says: "Cuando alguien cerca lo necesita, el nombre que aparece es el suyo.",
        pieces: [
          { name: "Páginas de Facebook e Instagram", from: p1.title },
          { name: "Páginas de Google Business y Yelp", from: p1.title },
          { name: "SEO (posición en los buscadores)", from: p2.title },
          { name: "Anuncios de Google y análisis", from: p2.title },
        ],
      },
      {
        name: "Que lo elijan",
        drawing: "advertisement",
        says: "Fotos reales, palabras claras y un solo paso siguiente.",
        pieces: [
          { name: "Logo o sesión de fotos", from: p1.title },
          { name: "Anuncios de Facebook e Instagram", from: p2.title },
          { name: "Landing page", from: p2.title },
          { name: "Sitio web, redes, blog y boletines", from: p3.title },
        ],
      },
      {
        name: "Que nadie se quede esperando",
        drawing: "outcome",
        says: "A todo el que se comunica le responde pronto una persona, y usted puede comprobarlo.",
        pieces: [
          { name: "Panel de contactos", from: p2.title },
          { name: "Contactos nuevos en pantalla en un segundo", from: p2.title },
          { name: "Respuestas por correo con sus palabras", from: p2.title },
        ],
      },
    ],
  },

  about: {
    ...(story.founder.es ?? {
      title: "Cuando usted llama, le contesto yo.",
      paragraphs: [
        `Me llamo ${site.ownerFirst} y dirijo ${site.agency}. Hacemos las dos mitades del trabajo: le traemos las solicitudes y nos aseguramos de que alguien devuelva la llamada. Si no nos necesita, se lo digo.`,
      ],
    }),
    role: `Al frente de ${site.agency}, ${site.place}`,
  },

  pricing: {
    title: "Tres precios. Sin sorpresas ni llamadas de ventas.",
    says: "Sin contrato; cancele cuando quiera. ¿Necesita algo a su medida? Pídanos una cotización.",
    recommended: "Recomendado",
    startWith: (title) => `Comenzar con ${title}`,
    adSpend: "Anuncios, usted decide",
    noAds: "ninguno",
    total: "En total",
    range: (from, to) => `${from} a ${to}`,
    guarantee: {
      title: "Garantía de 30 días, sin riesgo: le devolvemos su dinero",
      says: "Si no es lo que su consultorio necesita, avísenos dentro de 30 días y le devolvemos lo que nos pagó.",
      seal: { around: "Sin riesgo · dinero de vuelta · ", number: "30", unit: "días" },
    },
    notIncluded: {
      title: "Lo que no está incluido",
      says: "Lo que Google y Meta cobran por sus anuncios. Usted decide cuánto gastar y les paga directamente. Muchos consultorios empiezan con $20 a $50 al día; arriba están 30 días de eso.",
    },
    accounts: {
      title: "De quién son las cuentas",
      says: "Suyas. Las cuentas de anuncios y las páginas están a nombre de su consultorio. Si se va, se queda con ellas, incluido el historial.",
    },
    patients: {
      title: "Los datos de sus pacientes",
      says: "Sin preguntas sobre la salud, sin rastreadores de otras empresas, y sus contactos son suyos.",
      link: "Qué hacemos y qué no",
    },
  },

  firstDays: spanishFirstDays,
  heroDesk: spanishHeroDesk,
  desk: spanishLeadDesk,
  month: spanishMonth,
  calculator: spanishCalculator,

  makeover: {
    title: "Un plan gratis para mejorar el marketing de su consultorio.",
    says: "Un PDF en su correo en un minuto: por dónde empezar, un borrador de su primer anuncio, una lista de cosas para hacer hoy y cuánto costaría nuestra ayuda. Mientras más responda, mejor se ajusta a su consultorio.",
    name: "Su nombre",
    more: "Ajustarlo más: tres preguntas cortas",
    send: "Envíenme mi plan",
    help: `Recibirá un solo correo con el PDF, basado únicamente en sus respuestas. Es posible que ${site.ownerFirst} le escriba una vez más.`,
    picture:
      "Páginas del PDF con el plan: una portada con su nombre y una lista de cosas por hacer",
    pictured: {
      madeFor: "Hecho para la Dra. Lena Okoro",
      cover: ["Un plan de", "marketing para", "su consultorio"],
      checklist: "Haga esto hoy",
    },
    instead: [
      "Este formulario necesita JavaScript. Actívelo o escríbanos a",
      "y le enviamos el plan.",
    ],
  },

  callToAction: {
    title: "Bastan dos minutos entre un paciente y otro.",
    says: `${site.ownerFirst} contesta ${spanishPhoneHours}`,
    other: "O cuéntenos de su consultorio y le llamamos nosotros.",
  },

  contact: spanishContact,
  faq: spanishFaqPage,
  getStarted: spanishGetStarted,

  footer: `Marketing en redes sociales y en la web para dentistas, quiroprácticos y médicos del área de ${site.area}.`,
  credit: `Diseñado y hecho por ${site.owner}.`,
};

export const spanishPackages: MarketingWords["packages"] = [
  {
    id: "p1",
    ...p1,
    per: "pago único",
    isRecommended: false,
    says: "Para un consultorio difícil de encontrar en internet: sus páginas, bien configuradas, de una vez.",
    hasAds: false,
    adds: "Incluye",
    features: [
      "Página de Facebook",
      "Página de Instagram",
      "Página de Google Business",
      "Página de Yelp",
      "Logo o sesión de fotos de cortesía",
    ],
  },
  {
    id: "p2",
    ...p2,
    per: "al mes",
    isRecommended: true,
    says: "Para un consultorio que quiere pacientes nuevos: contactos cada mes, y un panel para que a cada uno lo llamen.",
    hasAds: true,
    adds: `Todo lo de ${p1.title}, más`,
    features: [
      "Publicidad en Facebook e Instagram",
      "Publicidad en Google y análisis",
      "Panel de contactos",
      "Landing page",
      "SEO",
      "Sesión de fotos y video",
      "Diseño de logo",
    ],
  },
  {
    id: "p3",
    ...p3,
    per: "al mes",
    isRecommended: false,
    says: "Para un consultorio sin tiempo para nada de esto: nos encargamos de toda su presencia en internet.",
    hasAds: true,
    adds: `Todo lo de ${p2.title}, más`,
    features: [
      "Publicaciones en redes sociales",
      "Desarrollo y mantenimiento del sitio web (5 páginas)",
      "Artículos de blog",
      "Boletines por correo",
    ],
  },
];

/** Adds a period unless there is one, because "8 a.m." already ends with a period. */
function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
