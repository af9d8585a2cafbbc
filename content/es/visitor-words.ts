// The server's text for visitors of the marketing site, in Spanish.
import type { VisitorWords } from "#content/english-visitor-words.ts";
import { spanishBookedCall, spanishBookingAnswers, spanishInvite } from "./booked-call.ts";
import { spanishBookingEmails, spanishMakeoverEmail, spanishReplyEmail } from "./emails.ts";
import { spanishErrors, spanishFieldErrors } from "./errors.ts";
import { spanishMarketing } from "./marketing-words.ts";
import { spanishPresentation } from "./presentation.ts";
import { spanishReplyTemplates } from "./reply-templates.ts";

export const spanishVisitorWords: VisitorWords = {
  errors: spanishErrors,
  fieldErrors: spanishFieldErrors,
  contact: {
    personal: "Nos comunicaremos con usted en breve.",
    marketing: "Nos comunicaremos con usted en breve.",
    makeover: "Le enviamos su plan de marketing a su correo electrónico.",
    questionnaire: "Gracias. Nos comunicaremos con usted a la hora que eligió.",
  },
  contactBooked: (when, phone) =>
    `Su llamada está reservada: ${when}. Le llamaremos al ${phone}. Le enviamos una confirmación por correo, con un enlace para cambiarla o cancelarla.`,
  contactLater: (next) =>
    `Gracias. A la hora que eligió estamos cerrados, así que le llamaremos en cuanto volvamos a la oficina: ${next}.`,
  slotTaken:
    "Alguien acaba de tomar esa hora. Sus respuestas siguen aquí. Elija otra hora y envíelas de nuevo.",
  bookingAnswers: spanishBookingAnswers,
  bookedCall: spanishBookedCall,
  bookingEmails: spanishBookingEmails,
  invite: spanishInvite,
  makeoverEmail: spanishMakeoverEmail,
  presentation: spanishPresentation,
  replyEmail: spanishReplyEmail,
  replyTemplates: spanishReplyTemplates,
  site: spanishMarketing,
};
