// The makeover plan in Spanish: a PDF that is emailed to visitors who request it.
import type { VisitorWords } from "#content/english-visitor-words.ts";

export const spanishPresentation: VisitorWords["presentation"] = {
  fileName: "plan-de-marketing.pdf",
  title: "Un plan de marketing para su consultorio",
  titleFor: (practice) => `Un plan de marketing para ${practice}`,
  madeFor: (name) => `Hecho para ${name}`,
  kind: (specialty, city) => [specialty, city].filter(Boolean).join(" en "),
  says: "Qué miraríamos, una lista de cosas que puede hacer hoy y cuánto costaría que nosotros hagamos el resto.",

  looksAt: {
    title: "Qué abarca el plan",
    says: "Cinco lugares donde un paciente nuevo lo encuentra antes de entrar por la puerta. Para cada uno: qué preguntarse y cómo se ve cuando está bien.",
    areas: [
      {
        name: "El mapa",
        asks: "Busque su especialidad y su ciudad en un teléfono. ¿Sale entre los tres primeros, con el horario y el teléfono correctos?",
        good: "Páginas de Google Business y Yelp completas, fotos de este año, todas las reseñas contestadas.",
      },
      {
        name: "La página principal",
        asks: "Abra su sitio en un teléfono. ¿Se ve, sin deslizar, qué hacen, dónde están y cómo llamar?",
        good: "Carga en dos segundos, el número marca al tocarlo y hay un solo paso siguiente, claro.",
      },
      {
        name: "Las fotos",
        asks: "¿Sus fotos muestran a su equipo y su consultorio, o a modelos de catálogo?",
        good: "Caras reales, buena luz y una docena de fotos que usa en todas partes.",
      },
      {
        name: "Los anuncios",
        asks: "¿Sabe cuánto le costó un paciente nuevo el mes pasado, por campaña?",
        good: "Anuncios en Facebook, Instagram y Google, para gente que vive cerca, medidos por citas.",
      },
      {
        name: "La llamada de vuelta",
        asks: "Llene su propio formulario web a las diez de la mañana. ¿Cuándo suena su teléfono?",
        good: "En menos de diez minutos, y quien llama sabe qué preguntó usted.",
      },
    ],
  },

  plan: {
    title: (practice) => (practice ? `Un plan para ${practice}` : "Un plan para usted"),
    says: "Basado en sus respuestas. Todavía no hemos visto sus páginas: para eso es la primera llamada.",
    saysUsual:
      "Por donde empieza la mayoría de los consultorios. Díganos su especialidad y qué le preocupa, y le enviaremos su propio plan.",
    first: "Empiece aquí",
    searches: {
      title: "Qué busca la gente",
      says: "Pruebe esto en un teléfono que no sea el suyo. Anote quién sale primero.",
      near: (search, city) => (city ? `${search} ${city}` : `${search} cerca de mí`),
    },
    ad: {
      title: "Borrador de su primer anuncio",
      sponsored: "Publicidad",
      button: "Pedir una cita",
    },
    photos: "Fotos por tomar",
    callback: "Su tiempo de respuesta",
    covers: (title, price) => `${title} cubre esto: ${price}.`,
  },

  checklist: {
    title: "Haga esto hoy",
    says: "Sin comprar nada ni contratar a nadie. Imprima esta página y marque cada punto.",
    items: [
      { task: "Busque su consultorio en un teléfono que no sea el suyo.", takes: "2 min" },
      {
        task: "Revise el horario en su página de Google Business, también el de los días feriados.",
        takes: "5 min",
      },
      {
        task: "Responda a sus tres reseñas más recientes. Dé las gracias y no mencione ninguna visita ni dato de salud.",
        takes: "10 min",
      },
      {
        task: "Suba cinco fotos de este año: entrada, recepción, equipo, sala de tratamiento, estacionamiento.",
        takes: "15 min",
      },
      { task: "Toque el número de teléfono en su propio sitio. ¿Marca?", takes: "1 min" },
      {
        task: "Llene su propio formulario de contacto y anote cuándo le llaman.",
        takes: "2 min",
      },
      {
        task: "Decida quién devuelve las llamadas y quién la reemplaza cuando no está.",
        takes: "5 min",
      },
      {
        task: "Escriba tres preguntas que hacen todos los que llaman y respóndalas en su sitio.",
        takes: "15 min",
      },
      { task: "Pida una reseña a sus próximos cinco pacientes contentos.", takes: "5 min" },
      { task: "Detenga un anuncio del que nadie le pueda mostrar resultados.", takes: "5 min" },
    ],
  },

  services: {
    title: "Lo que le quitamos de encima",
    says: "Al lado de cada servicio está el paquete más pequeño que lo incluye.",
  },

  packages: {
    title: "Cuánto cuesta",
    recommended: "Recomendado",
  },

  next: {
    title: "Los próximos pasos",
    steps: [
      "Use la lista. La mayor parte la puede hacer por su cuenta.",
      "Llámenos o responda unas preguntas en línea, y miramos sus páginas juntos.",
      "Usted decide, con un plan y un precio en la mano.",
    ],
    call: "Llame al",
    orStart: "o empiece en",
  },

  webPage: {
    attached: "El PDF de su correo dice lo mismo, con su nombre y su ciudad.",
  },

  page: (number, of) => `${number} de ${of}`,

  why: "Recibe este correo porque alguien lo pidió en nuestro sitio con su dirección. Si no fue usted, puede ignorarlo. No está en ninguna lista de correo.",
};
