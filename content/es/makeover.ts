// The makeover plan's text for each kind of practice, in Spanish.
import type { MarketingWords } from "#content/marketing-words.ts";

export const spanishMakeover: MarketingWords["makeoverForm"] = {
  questions: {
    practice: "Nombre del consultorio",
    city: "Ciudad",
    specialty: "Especialidad",
    worry: "¿Qué es lo que más le preocupa?",
    delay: "¿Cuándo llaman a quien escribe por la web?",
  },

  specialties: {
    dentist: {
      name: "Dentista",
      searches: [
        "dentista que hable español",
        "dentista de emergencia",
        "dentista abierto el sábado",
      ],
      ad: {
        headline: "¿Es su primera visita? Pregúntenos lo que quiera.",
        says: "Una primera cita con tiempo para sus preguntas. Díganos cuándo puede y le llamamos hoy mismo.",
      },
      photos: "La entrada, la recepción, una sala de tratamiento y su equipo sin mascarillas.",
    },
    orthodontist: {
      name: "Ortodoncista",
      searches: ["ortodoncista", "frenillos para adultos", "alineadores invisibles"],
      ad: {
        headline: "¿Frenillos o alineadores? Conversemos.",
        says: "Una primera revisión y un plan claro, antes de que usted decida nada. Díganos cuándo llamarle.",
      },
      photos:
        "La entrada, la sala de espera, su equipo y un sillón de tratamiento con luz natural.",
    },
    chiropractor: {
      name: "Quiropráctico",
      searches: ["quiropráctico", "quiropráctico abierto hoy", "quiropráctico deportivo"],
      ad: {
        headline: "¿Primera visita? Así es.",
        says: "Preguntamos, escuchamos y le explicamos cada paso antes de empezar. Díganos cuándo llamarle.",
      },
      photos: "La entrada, la recepción, una camilla y su equipo trabajando.",
    },
    doctor: {
      name: "Médico",
      searches: [
        "doctor que hable español",
        "médico que acepta pacientes nuevos",
        "cita con el doctor hoy",
      ],
      ad: {
        headline: "Aceptamos pacientes nuevos.",
        says: "Un médico que sabe su nombre y una recepción que le devuelve la llamada. Díganos cuándo puede.",
      },
      photos: "La entrada, la recepción, un consultorio y un retrato de cada médico.",
    },
    other: {
      name: "Otra",
      searches: ["consulta sin cita", "cita esta semana", "aceptan pacientes nuevos"],
      ad: {
        headline: "¿Es su primera visita? Pregúntenos lo que quiera.",
        says: "Díganos qué necesita y cuándo puede, y le llamamos hoy mismo.",
      },
      photos: "La entrada, la recepción, una sala de tratamiento y su equipo.",
    },
  },

  worries: {
    boosted: {
      name: "Promocionamos publicaciones. Nadie pidió cita.",
      first: "Cambie las publicaciones pagadas por anuncios con un solo objetivo.",
      steps: [
        "Deje de promocionar publicaciones por un mes. Ahorre ese dinero.",
        "Ponga un solo anuncio, para gente que vive cerca, que pida un nombre y un teléfono.",
        "Cuente citas, no likes. Si en dos semanas nadie pidió cita, cambie el anuncio, no el presupuesto.",
      ],
      package: "p2",
    },
    waiting: {
      name: "Las solicitudes web esperan demasiado.",
      first: "Que cada solicitud tenga un responsable y un reloj.",
      steps: [
        "Nombre a una persona encargada de devolver las llamadas, y a alguien que la reemplace.",
        "Durante una semana, anote a qué hora llegó cada solicitud y a qué hora llamaron.",
        "Llamen en los primeros diez minutos, aunque sea para preguntar una sola cosa: ¿cuándo puede venir?",
      ],
      package: "p2",
    },
    map: {
      name: "Casi no aparecemos en el mapa.",
      first: "Complete su página de Google Business.",
      steps: [
        "Elija la categoría principal correcta y ponga su horario, los días feriados y el teléfono.",
        "Suba diez fotos de este año.",
        "Responda cada reseña de los últimos seis meses, sin ningún dato de salud.",
      ],
      package: "p1",
    },
    results: {
      name: "Nadie sabe qué anuncio dio resultado.",
      first: "Siga a un paciente desde el clic hasta la cita.",
      steps: [
        "Pregunte a cada persona que llama cómo los encontró, y anótelo siempre igual.",
        "Dele a cada campaña su propio formulario o su propia página.",
        "Una vez al mes, divida lo que costó una campaña entre las citas que trajo.",
      ],
      package: "p2",
    },
    website: {
      name: "Nuestro sitio web es viejo.",
      first: "Arregle la primera pantalla antes que lo demás.",
      steps: [
        "En un teléfono, muestre qué hacen, dónde están y cómo llamar, sin tener que deslizar.",
        "Haga que el teléfono se marque con un toque.",
        "Quite lo que ya no es cierto: personal, horarios y ofertas de antes.",
      ],
      package: "p3",
    },
  },

  delays: {
    minutes: {
      name: "En menos de 10 minutos",
      says: "Ustedes llaman en menos de diez minutos. Sigan así, y mídanlo: es en las semanas ocupadas cuando se descuida.",
    },
    hour: {
      name: "En menos de una hora",
      says: "Ustedes llaman en menos de una hora. Es mejor que la mayoría. El siguiente paso son diez minutos, en horario de atención.",
    },
    sameDay: {
      name: "El mismo día",
      says: "Ustedes llaman el mismo día. Para entonces, algunos ya llamaron a otro consultorio. Durante una semana, intenten llamar en menos de diez minutos y comparen a cuántas personas encuentran.",
    },
    nextDay: {
      name: "Al día siguiente o después",
      says: "Ustedes llaman al día siguiente o después. Nada de lo que hay en estas páginas ayuda tanto como llamar en menos de diez minutos.",
    },
  },
};
