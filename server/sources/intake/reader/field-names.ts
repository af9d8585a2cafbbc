// Tells what a form's field is, and whose, from its name in English, Spanish or Portuguese. Pure.
// The names are written as they are compared, without spaces: cspell:disable

export type Target =
  | "firstName"
  | "lastName"
  | "fullName"
  | "email"
  | "phone"
  | "message"
  | "submittedAt";

/** The most likely first. */
const usualNames: Record<Target, string[]> = {
  firstName: [
    ...["firstname", "fname", "givenname", "forename", "first", "namefirst", "userfirstname"],
    ...["primernombre", "nombredepila", "nombres", "primeironome", "prenome"],
  ],
  lastName: [
    ...["lastname", "lname", "surname", "familyname", "last", "namelast", "userlastname"],
    ...["apellidos", "apellido", "primerapellido", "sobrenome", "ultimonome", "apelido"],
  ],
  fullName: [
    ...[
      "fullname",
      "name",
      "realname",
      "firstandlastname",
      "firstlastname",
      "displayname",
      "userfullname",
      "chatname",
      "pushname",
      "profilename",
      "nombrequienllama",
      "lastfirst",
      "firstlast",
      "lastnamefirstname",
    ],
    ...[
      "pulsename",
      "nombrecompleto",
      "nombreyapellido",
      "nombreyapellidos",
      "nombreapellido",
      "nombre",
    ],
    ...["nomecompleto", "nomeesobrenome", "nome"],
  ],
  email: [
    ...["email", "emailaddress", "primaryemail", "personalemail", "useremail", "mail", "emailid"],
    ...["correoelectronico", "correo", "direcciondecorreoelectronico", "direcciondecorreo"],
    ...["direcciondeemail", "enderecodeemail", "email1", "homeemail", "workemail"],
    ...["workemailaddress", "businessemail", "emaildetrabajo", "correodetrabajo"],
  ],
  phone: [
    // For a call, where the "phone number" next to it is the line that was called.
    ...["customernumber", "callernumber"],
    ...["phone", "phonenumber", "mobile", "mobilephone", "mobilenumber", "mobilephonenumber"],
    ...["cell", "cellphone", "cellphonenumber", "cellnumber", "telephone", "telephonenumber"],
    ...["tel", "telno", "phoneno", "mobileno", "primaryphone", "primaryphonenumber", "userphone"],
    ...["userphonenumber", "bestphone", "bestphonenumber", "phone1", "homephone"],
    ...["homephonenumber", "daytimephone", "contactnumber", "callbacknumber"],
    ...["telefono", "numerodetelefono", "telefonocelular", "numerodecelular", "celular", "movil"],
    ...["telefonomovil", "numerodemovil", "telefonodecontacto", "numerotelefonico"],
    ...["telefone", "numerodetelefone", "telefonecelular", "telemovel", "telefonedecontato"],
    ...["whatsapp", "whatsappnumber", "numerodewhatsapp", "textremindernumber", "smsnumber"],
    ...["workphone", "workphonenumber", "businessphone", "businessphonenumber"],
    ...["phonemobile", "phonehome", "phonework", "phoneother"],
    ...["telefonodeltrabajo", "telefonodetrabajo", "telefonedetrabalho"],
    ...[
      "waid",
      "userwano",
      "userwhatsapp",
      "callerphone",
      "callerphonenumber",
      "callernumbercomplete",
    ],
  ],
  message: [
    ...["message", "comments", "comment", "notes", "note", "question", "questions"],
    ...["mensaje", "comentarios", "comentario", "mensagem"],
  ],
  submittedAt: [
    ...["submittedat", "submissiontime", "createdat", "createdtime", "timestamp"],
    ...["datecreated", "submissiondate"],
  ],
};

const ranks = Object.fromEntries(
  Object.entries(usualNames).map(([target, names]) => [
    target,
    new Map(names.map((name, rank) => [name, rank])),
  ]),
) as Record<Target, Map<string, number>>;

/** Words that a longer question contains: "What is the best phone number to reach you?". */
const wordsOfQuestions: Partial<Record<Target, Set<string>>> = {
  phone: new Set([
    ...["phone", "phones", "mobile", "cell", "cellphone", "telephone", "tel", "whatsapp"],
    ...["telefono", "celular", "movil", "telefone", "telemovel"],
  ]),
  email: new Set(["email", "emails", "mail", "correo"]),
};
const phrasesOfQuestions: Partial<Record<Target, RegExp>> = {
  firstName: /\b(first name|primer nombre|primeiro nome)\b/,
  lastName: /\b(last name|surname|apellidos?|sobrenome)\b/,
  fullName:
    /\b(full name|nombre completo|nome completo|who (?:are we|am i) (?:talking|speaking|chatting) (?:to|with)|what (?:should|can|do) we call you|como te llamas|con quien hablamos)\b/,
};

/**
 * Words before the name itself: "Your phone", "Patient email", "What is your name?", "q3_phone".
 */
const opening =
  /^(?:(?:q|input|field|text|contact|lead|patient|client|customer|applicant|invitee|person|prospect|prefill|please|enter|provide|share|type|what|whats|which|is|s|are|the|your|you|my|tu|tus|su|sus|mi|el|la|cual|es|qual|e|o|a|seu|sua|meu|minha|escriba|ingrese|informe|indique|paciente|cliente|et|pb|wpforms|nf|cf|mf|ff|fld|hs|mce|item|meta|cp|frm|billing)(?: |$)|[a-z]?\d+ )/;
const ending =
  /(?: (?:\d+|yui|value|values|required|optional|requerido|obligatorio|obrigatorio|opcional|please|field|input|here|del paciente|do paciente|of patient|patient))+$/;

/** Another person that the sender mentions. */
const anotherPerson = new Set([
  ...["guardian", "guardians", "parent", "parents", "mother", "father", "mom", "dad", "spouse"],
  ...["husband", "wife", "partner", "emergency", "referrer", "referrers", "referred", "referral"],
  ...["referring", "refer", "friend", "friends", "relative", "child", "children", "kid", "son"],
  ...["daughter", "dependent", "guarantor", "policyholder", "subscriber", "guest", "guests"],
  ...["madre", "padre", "tutor", "tutora", "conyuge", "esposo", "esposa", "emergencia", "hijo"],
  ...["hija", "amigo", "amiga", "referido", "referida", "responsable", "mae", "pai", "filho"],
  ...["filha", "responsavel", "indicado", "conjuge", "sender", "from"],
  ...[
    "responsible",
    "menor",
    "recommended",
    "recomendo",
    "recomienda",
    "refirio",
    "indicou",
    "indicacao",
  ],
]);
/** May belong to the form itself, such as a staff user. */
const maybeNobody = new Set(["user", "users", "form", "page", "account", "company", "identity"]);
/** "form_data" and "user_info" are about the person. */
const aboutThePerson =
  /\b(data|fields?|questions?|response|responses|answers?|values?|submission|submissions|entry|info|details|results?|column)\b/;

/** People who run the form. */
const neverThePerson = new Set([
  ...["owner", "owners", "staff", "assistant", "agent", "agents", "assigned", "assignee", "admin"],
  ...["administrator", "notify", "notification", "notifications", "recipient", "recipients"],
  ...["office", "practice", "clinic", "location", "locations", "site", "website", "hidden"],
  ...["provider", "doctor", "dentist", "employee", "manager", "host", "hosts", "organizer"],
  ...["organization", "memberships", "campaign", "ad", "adset", "utm", "workflow", "webhook"],
  ...["calendar", "settings", "config", "smtp", "support", "vendor", "merchant", "author"],
  ...["display", "tracking", "destination", "receiving", "forwarding", "forwarded", "dialed"],
  ...["cc", "bcc", "fax", "consultorio", "clinica", "oficina", "destinatario", "administrador"],
]);
/** Checked only as parent keys. A field named "Business email" still belongs to the person. */
const neverTheParent = new Set(["company", "business", "server", "headers", "identifier"]);
const neverPhrases =
  /^(?:to|to full|reply to|replyto|e?mail to|to e?mail|send to|sent to|mail to)$|\breply to\b|\b(?:created|updated|modified) by\b/;

/** Fields whose digits or address aren't contact details. */
const otherValues = new Set([
  ...["id", "ids", "ip", "url", "urls", "uri", "link", "href", "referer", "zip", "zipcode"],
  ...["postal", "postcode", "code", "codes", "date", "time", "timestamp", "timezone", "token"],
  ...["key", "ref", "hash", "session", "ssn", "member", "policy", "group", "invoice", "amount"],
  ...["price", "cost", "budget", "latitude", "longitude", "lat", "lng", "card", "dob", "birth"],
  ...["birthday", "age", "fax", "version", "consent", "terms", "agree", "agreement", "gclid"],
  ...["fbclid", "insurance", "license", "npi", "order", "ticket", "captcha", "nonce"],
  ...["type", "country", "subject", "extension", "ext", "codigo", "fecha", "seguro", "cep", "cp"],
  ...["optin", "opt", "consentimiento", "disclaimer", "mrn"],
]);

export type Named = {
  target: Target | null;
  /** 0: the name itself; 1: a question that contains it. */
  class: 0 | 1;
  rank: number;
};

/** 1: the person. 2: another person, used only if there is no one else. 3: no person. */
export type Whose = 1 | 2 | 3;

/** Only this much of a long question is read. */
const maxNameLength = 200;

/**
 * Returns "q3_phoneNumber", "fields[Teléfono*]" and "Phone-Number:" as words: letters and digits
 * only.
 */
export function wordsOf(name: string): string {
  return name
    .slice(0, maxNameLength)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/\be mail/g, "email")
    .replace(/[a-z]{9,40}/g, (token) => apart(token)?.join(" ") ?? token);
}

/** Splits "referringofficephone" into known words; returns null if it contains unknown ones. */
function apart(token: string): string[] | null {
  const words: string[] = [];
  for (let at = 0; at < token.length; ) {
    const next = gluedWords.find((word) => token.startsWith(word, at));
    if (!next) return null;
    words.push(next);
    at += next.length;
  }
  return words;
}

/** Words that forms run together; the longest first. */
const gluedWords = [
  ...[
    "referring",
    "emergency",
    "guardian",
    "practice",
    "referrer",
    "patient",
    "contact",
    "dentist",
  ],
  ...["address", "parent", "doctor", "office", "spouse", "number", "mobile", "first", "phone"],
  ...["email", "last", "full", "name", "your", "cell", "home", "work"],
].toSorted((one, other) => other.length - one.length);

/** Returns the most likely fields for a name. */
export function nameOf(words: string): Named {
  const own = withoutOthers(words);
  for (const name of [own.replace(/ /g, ""), shortened(own)]) {
    for (const target of Object.keys(ranks) as Target[]) {
      const rank = ranks[target].get(name);
      if (rank !== undefined) return { target, class: 0, rank };
    }
  }
  const tokens = words.split(" ");
  if (tokens.some((token) => otherValues.has(token))) return noTarget;
  for (const target of ["lastName", "firstName", "fullName"] as const) {
    if (phrasesOfQuestions[target]?.test(words)) return { target, class: 1, rank: 0 };
  }
  for (const target of ["email", "phone"] as const) {
    if (tokens.some((token) => wordsOfQuestions[target]?.has(token))) {
      return { target, class: 1, rank: 0 };
    }
  }
  return noTarget;
}

const noTarget: Named = { target: null, class: 1, rank: 0 };

/** Returns whose field it is, from its own name. */
export function whoseIs(words: string): Whose {
  const tokens = words.split(" ");
  if (tokens.some((token) => neverThePerson.has(token)) || neverPhrases.test(words)) return 3;
  const isOwnUser =
    /^user (?:full |first |last )?(?:name|email|phone|wa|whatsapp)/.test(words) || isTheirs(words);
  return tokens.some(isAnother) && !isOwnUser ? 2 : 1;
}

/** Returns whose fields are below these keys, from the keys' words. */
export function whoseBelow(parents: string[]): Whose {
  let whose: Whose = 1;
  for (const parent of parents) {
    const above = parent.split(" ");
    const isNever = above.some((one) => neverThePerson.has(one) || neverTheParent.has(one));
    if (isNever || neverPhrases.test(parent)) return 3;
    if (above.some(isAnother) && !aboutThePerson.test(parent)) whose = 2;
  }
  return whose;
}

/** Checks for the person who fills in the form: "Your first name (parent or guardian)". */
function isTheirs(words: string): boolean {
  const [asked = ""] = own.exec(words) ?? [];
  return asked !== "" && !asked.split(" ").some(isAnother);
}

const own =
  /^(?:your|my|tu|su|mi|seu|sua|meu|minha) (?:\S+ ){0,2}?(?:name|email|phone|number|nombre|apellidos?|correo|telefono|celular|nome|sobrenome|telefone)(?= |$)/;

function isAnother(word: string): boolean {
  return anotherPerson.has(word) || maybeNobody.has(word);
}

/** Checks whether the value may be a number or an address that isn't contact details. */
export function isOtherValue(words: string): boolean {
  return words.split(" ").some((token) => otherValues.has(token));
}

const technical =
  /^(?:(?:event|form|response|submission|entry|respondent|workspace|location|contact|lead|page|post|hook|webhook|field|account|user|workflow|queried|referer|submit|unique|landing|hidden)? ?(?:ids?|uuid|guid)|(?:event |form )?type|form name|event|token|slug|path|submit|action|api version|wpcf7.*|wpnonce|wp http referer|csrf.*|nonce|form nonce|g recaptcha response|h captcha response|cf turnstile response|querystring)$/;

/** Checks for an id or a type that says nothing about the person. */
export function isTechnical(words: string): boolean {
  return technical.test(words);
}

/** "guardian s phone" is a phone; `whoseIs` decides whose. */
function withoutOthers(words: string): string {
  const kept = words.split(" ").filter((token) => !anotherPerson.has(token) && token !== "s");
  return kept.join(" ");
}

function shortened(words: string): string {
  let text = words.replace(ending, "");
  for (let next = text.replace(opening, ""); next !== text; next = text.replace(opening, "")) {
    if (next === "") break;
    text = next;
  }
  return text.replace(ending, "").replace(/ /g, "");
}
