// cspell:ignore ahora arret baja contactar contactes dejar dejeme dejenme deseo dont escribir esta estos infinitivos lista molestes nada nunca otro otros quiero textees texto txting verbos
// Recognizes a text that opts out of texts, or back in. Pure. The provider acts only on a lone word;
// the law also honors "stop please" and "don't text me", in English and Spanish.
// cspell:ignore stopall optout unstop escriban escriba escribas escribirme texteen textee texteame
// cspell:ignore textear textearme manden mande mandes mandar mandarme envien envie envies enviar
// cspell:ignore enviarme molesten moleste molestar molestarme contacten contacte contactarme llamen
// cspell:ignore llame llames llamar llamarme dejen deja deje paren pare parar basta detener detenga
// cspell:ignore detengan quitenme quiteme borrenme borreme eliminenme elimineme saquenme saqueme
// cspell:ignore denme deme darme recibir textos mensajes numero equivocado equivocada gracias favor
// cspell:ignore porfa cancelar

export type TextIntent = "stop" | "start";

/**
 * Returns what a text asks for, or null. `optOutType`: the provider's own reading, which counts
 * first. Only a message that says nothing else is an opt-out: "stop by tomorrow" is not.
 */
export function readTextIntent(body: string, optOutType = ""): TextIntent | null {
  const told = optOutType.toUpperCase();
  if (told === "STOP") return "stop";
  if (told === "START") return "start";
  if (body.length > maxLength) return null;
  const plain = plainWords(body);
  if (startWords.has(plain)) return "start";
  const said = withoutManners(plain);
  return stops.some((pattern) => pattern.test(said)) ? "stop" : null;
}

/** Longer messages say more than one thing. */
const maxLength = 120;

/** Lowercase words without accents, apostrophes and punctuation, with single spaces. */
function plainWords(body: string): string {
  return body
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’`´]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** "Please stop, thank you" and "stop" are the same message. */
function withoutManners(plain: string): string {
  return plain.replace(manners, " ").replace(/\s+/g, " ").trim();
}

const manners =
  /\b(?:please|pls|plz|kindly|thanks|thank you|thx|sorry|hi|hello|hey|ok|okay|just|now|immediately|por favor|porfa|favor|gracias|hola|ya|ahora)\b/g;

/** Not "yes": the provider takes it as consent, but people also answer questions with it. */
const startWords = new Set(["start", "unstop", "start please", "please start"]);

const me = "(?: me| us)?";
const messages =
  "(?: (?:any|your|the|these|those|this|all|more))*(?: (?:texts?|text messages?|messages?|msgs?|sms|calls?))?";
const ending = "(?: (?:any ?more|again|ever|at all|ever again|on this number|this number|here))*";
const verbs = "(?:text|message|msg|sms|contact|call|write|send|bother|txt)";
const gerunds = "(?:texting|messaging|contacting|calling|sending|writing|bothering|txting)";
const callInstead = "(?:call(?: me)?(?: instead)?)";
const mensajes =
  "(?: (?:mas|sus|los|estos|nada|nunca|otro|otros|mensajes?|textos?|de texto|a este numero))*";
const verbos =
  "(?:escriban|escriba|escribas|texteen|textee|textees|manden|mande|mandes|envien|envie|envies|molesten|moleste|molestes|contacten|contacte|contactes|llamen|llame|llames)";
const infinitivos =
  "(?:escribir|escribirme|textear|textearme|mandar|mandarme|enviar|enviarme|molestar|molestarme|contactar|contactarme|llamar|llamarme)";

/** Each is the whole message, without manners. */
const stops = [
  // The provider's words, and a few more. cspell:ignore desuscribir
  "stop|stop ?all|unsubscribe|cancel|end|quit|revoke|opt ?out|remove|arret|alto|parar|pare|paren|basta|baja|cancelar|detener|detenga|detengan|desuscribir",
  `(?:stop ?){2,}`,
  `stop(?: it| this| that| all)?(?: ${gerunds})?${me}${messages}${ending}`,
  `(?:i want to|i would like to|id like to|i wish to|want to|can you|could you|will you|you need to|you must)? ?stop ${gerunds}${me}${messages}${ending}`,
  `(?:do ?nt|do not|dont ever|never) ${verbs}${me}${messages}${ending}`,
  `${callInstead} (?:do ?nt|do not) (?:text|txt|message)${me}`,
  `(?:do ?nt|do not) (?:text|txt|message)${me} ${callInstead}`,
  `no more(?: of)?(?: your| these| the)? ?(?:texts?|texting|text messages?|messages?|msgs?|sms|calls?)${ending}`,
  `(?:i )?(?:do ?nt|do not) want(?: to (?:get|receive))?(?: any)?(?: more)?(?: of)?(?: your| these)? (?:texts?|text messages?|messages?|msgs?|sms)${ending}`,
  `(?:unsubscribe|remove|delete|take|opt|get) (?:me|us|my number|this number)(?: out| off)?(?: from| of)?(?: your| the| this| all)*(?: lists?| texts?| messages?| system)?`,
  `(?:i )?(?:want|wish|would like|id like|need) to (?:opt out|unsubscribe|be removed|stop)(?: of| from)?${messages}`,
  "i (?:opt out|unsubscribe|revoke(?: my)?(?: consent)?|quit|withdraw(?: my)? consent)",
  "(?:revoke|withdraw)(?: my)? consent",
  "leave (?:me|us) alone|go away|lose (?:my|this) number|(?:you have the |you got the |this is the )?wrong (?:number|person)|not interested stop(?: texting me)?",
  `no me ${verbos}${mensajes}`,
  `nunca(?: mas)? me ${verbos}${mensajes}`,
  `no ${verbos}${mensajes}`,
  `(?:dejen|deje|deja|dejar|paren|pare|para) de ${infinitivos}${mensajes}`,
  `no (?:quiero|deseo)(?: recibir)?(?: mas| sus| estos)* (?:mensajes?|textos?)(?: de texto)?`,
  `no mas(?: mensajes?| textos?)?(?: de texto)?`,
  "(?:quitenme|quiteme|borrenme|borreme|eliminenme|elimineme|saquenme|saqueme)(?: de)?(?: la| su| esta)?(?: lista)?",
  "(?:denme|deme|darme|quiero darme|quiero) de baja",
  "numero equivocado|persona equivocada|dejenme en paz|dejeme en paz",
].map((pattern) => new RegExp(`^(?:${pattern})$`));
