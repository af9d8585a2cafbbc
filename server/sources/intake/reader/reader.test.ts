// Bodies in the formats of forms and platforms, and which of their fields are the person's.
// cspell:disable
import { expect, test } from "vitest";
import type { WebhookMapping } from "#contract/sources.ts";
import { parseKeepingIds } from "#server/http/json.ts";
import { fieldsOf, nested } from "./fields.ts";
import { asIncoming, readPerson } from "./reader.ts";

/** The first name, last name, email and phone that are read; null if no one is. */
type Expected = [string, string, string, string] | null;
const email = "ada@example.com";
const phone = "(813) 555-0142";
/** Written in two parts, because our spelling of the word doesn't have a hyphen. */
const hyphened = ["E", "mail"].join("-");
const ada: Expected = ["Ada", "Byron King", email, "+18135550142"];
const said = { name: "Ada Byron King", email, phone };

function readJson(body: unknown, mapping?: WebhookMapping) {
  const parsed = parseKeepingIds(JSON.stringify(body));
  return personIn(
    readPerson(fieldsOf(parsed), mapping && { mapping: { body: parsed, of: mapping } }),
  );
}

function readForm(text: string) {
  const body = nested(Object.fromEntries(new URLSearchParams(text)));
  return personIn(readPerson(fieldsOf(body), { isFormEncoded: true }));
}

function personIn(found: ReturnType<typeof readPerson>): Expected {
  return found && [found.firstName, found.lastName, found.email, found.phone];
}

test.each<[string, object, Expected]>([
  // Field names.
  ["our own names", { firstName: "Ada", lastName: "Byron King", email, phone }, ada],
  ["capitals", { Name: "Ada Byron King", Email: email, Phone: phone }, ada],
  ["snake case", { first_name: "Ada", last_name: "Byron King", email, phone_number: phone }, ada],
  [
    "Contact Form 7",
    { "your-name": "Ada Byron King", "your-email": email, "your-tel": phone },
    ada,
  ],
  [
    "questions",
    {
      "What is your name?": "Ada Byron King",
      [`What's your ${hyphened} address?*`]: email,
      "What is the best phone number to reach you?": phone,
    },
    ada,
  ],
  [
    "brackets",
    { "Name (First)": "Ada", "Name (Last)": "Byron King", "Email:": email, "Phone *": phone },
    ada,
  ],
  [
    "a numbered value",
    { Name: "Ada Byron King", [`${hyphened} 1 - Value`]: email, "Phone 1 - Value": phone },
    ada,
  ],
  [
    "Spanish",
    { nombre_completo: "Ada Byron King", correo_electrónico: email, número_de_teléfono: phone },
    ada,
  ],
  [
    "Spanish, in parts",
    { Nombre: "Ada", Apellidos: "Byron King", Correo: email, Celular: phone },
    ada,
  ],
  [
    "Spanish questions",
    {
      "¿Cuál es tu nombre?": "Ada Byron King",
      "Tu correo electrónico": email,
      "¿Cuál es su teléfono?": phone,
    },
    ada,
  ],
  ["Portuguese", { "Nome completo": "Ada Byron King", [hyphened]: email, Telefone: phone }, ada],
  [
    "Portuguese questions",
    {
      "Qual é o seu nome?": "Ada Byron King",
      [`Seu ${hyphened}`]: email,
      "Número de telefone": phone,
    },
    ada,
  ],
  [
    "work fields",
    { full_name: "Ada Byron King", work_email: email, work_phone_number: phone },
    ada,
  ],
  [
    "Zapier",
    {
      "First Name": "Ada",
      "Last Name": "Byron King",
      Email: email,
      Phone: phone,
      utm_source: "fb",
      querystring: {},
    },
    ada,
  ],
  [
    "two field names for the same value",
    { nombre: "María José", apellidos: "Núñez Soto", email },
    ["María José", "Núñez Soto", email, ""],
  ],
  [
    "the better of two field names",
    { mobile: "813-555-0199", phone },
    ["", "", "", "+18135550142"],
  ],
  [
    "the outer of two phone numbers",
    { phone, deep: { phone: "813-555-0199" } },
    ["", "", "", "+18135550142"],
  ],
  [
    "the first usable phone number",
    { phone: "call me", mobile: phone },
    ["", "", "", "+18135550142"],
  ],
  [
    "email and phone in each other's field",
    { email: phone, phone: email },
    ["", "", email, "+18135550142"],
  ],
  // Values.
  [
    "fields recognized by their values",
    { a: "Ada", b: phone, c: email },
    ["", "", email, "+18135550142"],
  ],
  [
    "one field for email or phone",
    { name: "Ada Byron King", "Email or phone": phone },
    ["Ada", "Byron King", "", "+18135550142"],
  ],
  [
    "a phone number as a JSON number",
    { name: "Ada Byron King", email: null, phone: 8135550142 },
    ["Ada", "Byron King", "", "+18135550142"],
  ],
  [
    "undefined",
    { first_name: "Ada", last_name: "undefined", email: "undefined", phone },
    ["Ada", "", "", "+18135550142"],
  ],
  [
    "HTML entities",
    { name: "Sinead O&#039;Brien", phone },
    ["Sinead", "O'Brien", "", "+18135550142"],
  ],
  [
    "a last name before the first",
    { full_name: "Doe, Jane", phone },
    ["Jane", "Doe", "", "+18135550142"],
  ],
  [
    "capitals, and a last name before the first",
    { full_name: "DOE, JANE", phone },
    ["JANE", "DOE", "", "+18135550142"],
  ],
  [
    "a doubled country code",
    { name: "Ada", phone: "+1+18135550142" },
    ["Ada", "", "", "+18135550142"],
  ],
  ["a phone number that lost digits", { name: "Ada", phone: "8.13555E+09" }, ["Ada", "", "", ""]],
  [
    "an extension",
    { name: "Ada", phone: "813-555-0142 x204" },
    ["Ada", "", "", "813-555-0142 x204"],
  ],
  ["mailto:", { name: "Ada", email: "mailto:Ada@example.com" }, ["Ada", "", email, ""]],
  ["a name with the email address", { email: "Ada Byron <ada@example.com>" }, ["", "", email, ""]],
  ["two email addresses", { email: "ada@example.com; other@example.com" }, ["", "", email, ""]],
  ["a dot after the email address", { email: "ada@example.com." }, ["", "", email, ""]],
  // Containers.
  ["form_data", { form_data: said }, ada],
  ["form_fields", { form_fields: said }, ada],
  ["user", { user: said }, ada],
  ["additional_info", { name: "Ada Byron King", additional_info: { email, phone } }, ada],
  ["a list around the fields", [said] as object, ada],
  ["Zapier's own nesting", { data__: { contact__: said } }, ada],
  [
    "label and value",
    {
      fields: [
        { label: "Name", value: "Ada Byron King" },
        { label: "Phone", value: phone },
        { label: hyphened, value: email },
      ],
    },
    ada,
  ],
  [
    "HubSpot",
    {
      vid: 1,
      properties: {
        firstname: { value: "Ada" },
        lastname: { value: "Byron King", timestamp: 1 },
        email: { value: email, versions: [{ value: email }] },
        phone: { value: phone },
      },
    },
    ada,
  ],
  [
    "Gravity Forms' numbers",
    { id: "77", form_id: "3", "1.3": "Ada", "1.6": "Byron King", "2": email, "3": phone },
    ada,
  ],
  [
    "WPForms",
    {
      fields: {
        0: {
          name: "Name",
          value: "Ada Byron King",
          id: 0,
          type: "name",
          first: "Ada",
          last: "Byron King",
        },
        1: { name: "Email", value: email, id: 1 },
        2: { name: "Phone", value: phone, id: 2, type: "phone" },
      },
    },
    ada,
  ],
  [
    "labels, keys and types",
    {
      eventId: "1",
      createdAt: "2026-11-26T20:00:00Z",
      data: {
        responseId: "r",
        formName: "Ask",
        fields: [
          { key: "q1", label: "Your name", type: "INPUT_TEXT", value: "Ada Byron King" },
          { key: "q2", label: "Email address", type: "INPUT_EMAIL", value: email },
          { key: "q3", label: "Reach me at", type: "INPUT_PHONE_NUMBER", value: phone },
        ],
      },
    },
    ada,
  ],
  [
    "Meta through Zapier",
    {
      id: "9",
      field_data: [
        { name: "full_name", values: ["Ada Byron King"] },
        { name: "email", values: [email] },
        { name: "phone_number", values: ["+18135550142"] },
      ],
    },
    ada,
  ],
  [
    "Google without ids",
    {
      user_column_data: [
        { column_name: "Full Name", string_value: "Ada Byron King" },
        { column_name: "User Phone", string_value: phone },
        { column_name: "User Email", string_value: email },
      ],
    },
    ada,
  ],
  [
    "Calendly",
    {
      event: "invitee.created",
      payload: {
        email,
        name: "Ada Byron King",
        text_reminder_number: "+18135550142",
        timezone: "America/New_York",
        scheduled_event: { event_memberships: [{ user_email: "staff@example.com" }] },
        questions_and_answers: [{ question: "Phone", answer: phone, position: 0 }],
      },
    },
    ada,
  ],
  [
    "Jotform",
    {
      formID: "26",
      rawRequest: JSON.stringify({
        q3_name: { first: "Ada", last: "Byron King" },
        q4_email: email,
        q5_phoneNumber: { full: phone },
      }),
    },
    ada,
  ],
  [
    "Jotform with an area",
    {
      rawRequest: JSON.stringify({
        q3_fullName: { first: "Ada", last: "Byron King" },
        q4_email: email,
        q5_phone: { area: "813", phone: "5550142" },
      }),
    },
    ada,
  ],
  [
    "Webflow, whose form has its own name",
    {
      payload: {
        name: "Agende sua consulta",
        data: {
          Unidade: "Tampa Norte (813-555-0159)",
          "Nome completo": "Ada Byron King",
          [hyphened]: email,
          "Telefone ou WhatsApp": 8135550142,
        },
        schema: [{ fieldName: "Nome completo", fieldType: "FormTextInput" }],
      },
    },
    ada,
  ],
  [
    "Wufoo, whose fields have numbers",
    {
      Field8: "Dr. Neil Sandoval",
      Field9: "8135550164",
      Field1: "Ada",
      Field2: "Byron King",
      Field3: email,
      Field4: phone,
      FieldStructure: JSON.stringify({
        Fields: [
          { Title: "Referring office", Type: "text", ID: "Field8" },
          { Title: "Referring office phone", Type: "phone", ID: "Field9" },
          {
            Title: "Your Name",
            Type: "shortname",
            SubFields: [
              { ID: "Field1", Label: "First" },
              { ID: "Field2", Label: "Last" },
            ],
          },
          { Title: "Email", Type: "email", ID: "Field3" },
          { Title: "Cell phone", Type: "phone", ID: "Field4" },
        ],
      }),
      FormStructure: JSON.stringify({ Name: "New patient", Email: "reception@example.com" }),
    },
    ada,
  ],
  [
    "Formstack, whose names are lines",
    {
      "Emergency Contact": "first = Bo\nlast = Li",
      "Patient Name": "prefix = Ms.\nfirst = Ada\nmiddle = R.\nlast = Byron King",
      Email: email,
      "Cell Phone": phone,
    },
    ada,
  ],
  [
    "a form's email, with a line for each field and a message of several",
    {
      sender: "noreply@example.net",
      "body-plain": [
        "New inquiry:",
        "",
        `Name: Ada Byron King`,
        `Email: ${email}`,
        `Phone: ${phone}`,
        "Message: I saw https://example.com.",
        "A crown came loose.",
        "--",
        "Office 813-555-0190",
      ].join("\r\n"),
    },
    ada,
  ],
  [
    "a call: who called, and the line that was called",
    {
      phoneNumber: { number: "+18135550190", name: "Front desk" },
      customer: { number: phone, email, name: "Ada Byron King" },
    },
    ada,
  ],
  [
    "a question whose answers are a list",
    {
      name: "Ada Byron King",
      email,
      lead_form_questions: [{ question: "Best number", answers: [{ answer: phone }] }],
      quiz_questions: [
        { question: "Who sent you?", answers: [{ answer: "Dr. Bo (813-555-0187)" }] },
      ],
    },
    ada,
  ],
  [
    "FHIR, whose contact points have a system",
    {
      identifier: [{ value: "8135550177" }],
      name: [{ text: "Ada Byron King" }],
      telecom: [
        { system: "phone", value: phone },
        { system: "email", value: email },
      ],
    },
    ada,
  ],
  [
    "Pipedrive, which marks one of several",
    {
      current: {
        owner_name: "Jasper Cole",
        name: "Ada Byron King",
        phone: [
          { label: "work", value: "813-555-0150", primary: false },
          { label: "mobile", value: phone, primary: true },
        ],
        email: [
          { label: "work", value: "info@example.com", primary: false },
          { label: "home", value: email, primary: true },
        ],
        cc_email: "acme@example.com",
      },
    },
    ada,
  ],
  [
    "FormAssembly, whose fields have no names",
    { tfa_1: "Ada", tfa_2: "Byron", tfa_3: phone, tfa_4: email, tfa_6: "tfa_9" },
    ["Ada", "Byron", email, "+18135550142"],
  ],
  [
    "SurveyMonkey, whose rows have numbers that look like phones",
    {
      first_name: "",
      email_address: "",
      pages: [
        {
          questions: [
            { id: "103377415", answers: [{ choice_id: "7162054418" }] },
            {
              id: "103377416",
              answers: [
                { row_id: "4168230175", text: "Ada Byron King" },
                { row_id: "4168230181", text: email },
                { row_id: "4168230182", text: phone },
              ],
            },
          ],
        },
      ],
    },
    ada,
  ],
  [
    "an answer before the email address that isn't a name",
    { tfa_1: "Dental implants", tfa_2: "tomorrow", tfa_3: phone },
    ["", "", "", "+18135550142"],
  ],
  [
    "Heyflow, whose answers are options",
    {
      fields: [
        { label: "Preferred office", id: "a", values: [{ label: "Tampa, 813-555-0100", id: "b" }] },
        { label: "First name", id: "c", values: [{ label: "Ada", id: "d" }] },
        { label: "Last name", id: "e", values: [{ label: "Byron King", id: "f" }] },
        { label: hyphened, id: "g", values: [{ label: email, id: "h" }] },
        { label: "Phone", id: "i", values: [{ label: phone, id: "j" }] },
      ],
    },
    ada,
  ],
  [
    "questions by their texts, and a messenger's number",
    {
      userWaNo: 18135550142,
      formName: "Intake",
      questions: [
        { originalQuestionText: "Patient name", answer: ["Ada Byron King"] },
        { originalQuestionText: "Email", answer: [email] },
        { originalQuestionText: "Emergency contact (name, phone)", answer: ["Bo 813-555-0173"] },
      ],
    },
    ada,
  ],
  [
    "WhatsApp",
    {
      metadata: { display_phone_number: "18135550100", phone_number_id: "106540352242922" },
      contacts: [{ profile: { name: "Ada" }, wa_id: "18135550142" }],
    },
    ["Ada", "", "", "+18135550142"],
  ],
  [
    "a messenger's line, and the contact's number as an id",
    { whatsappNumber: "+18135550100", contactId: "+18135550142", firstName: "Ada" },
    ["Ada", "", "", "+18135550142"],
  ],
  [
    "Chatwoot, whose sender has the address that was typed",
    {
      messages: [{ content_attributes: { submitted_email: email } }],
      meta: {
        sender: { name: "Ada Byron King", email, phone_number: phone },
        assignee: { name: "Priscilla Hart", email: "priscilla@example.org" },
      },
    },
    ada,
  ],
  [
    "Kadence, whose fields have numbers",
    { kb_field_0: "Ada Byron King", kb_field_1: email, kb_field_2: phone, kb_field_3: "Dr. Reyes" },
    ada,
  ],
  [
    "Bricks, whose fields have random names",
    { "form-field-dhzqrs": "Ada Byron King", "form-field-mjplwa": email },
    ["Ada", "Byron King", email, ""],
  ],
  [
    "a wish before the email address that looks like a name",
    { treatment: "Porcelain Bridge", email },
    ["", "", email, ""],
  ],
  [
    "a choice before the email address that looks like a name",
    { f1: "Dental Implants", email },
    ["", "", email, ""],
  ],
  [
    "Squarespace, whose names have ids",
    {
      form: JSON.stringify({
        "name-yui_3_17_2_1_14550_51318": ["Ada", "Byron King"],
        "email-yui_3_17_2_1_14550_51657": email,
        "phone-yui_3_17_2_1_16031_8135": ["", "813", "555", "0142"],
      }),
    },
    ada,
  ],
  [
    "Duda",
    {
      data: [
        { field_label: "Name", field_value: "Ada Byron King", field_type: "text" },
        { field_label: "Email", field_value: email, field_type: "email" },
        { field_label: "Phone", field_value: phone, field_type: "tel" },
        { field_label: "Name of your previous dentist", field_value: "Dr. Kowalski" },
      ],
    },
    ada,
  ],
  [
    "Formbricks, whose contact is a list",
    [
      { data: { data: { vf2: "I'm new", n81: ["Ada", "Byron King", email, phone, ""] } } },
    ] as object,
    ada,
  ],
  [
    "Monday",
    {
      event: {
        boardId: 8134417723,
        pulseName: "Ada Byron King",
        columnValues: {
          email_mkr1a2: { email, text: email },
          phone_mkr1c7: { phone: "18135550142" },
        },
      },
    },
    ada,
  ],
  [
    "a chat's visitor, who has said a name since",
    {
      customer: {
        name: "Visitor #350117742",
        nombre: "Ada",
        apellido: "Byron King",
        correo: email,
        telefono: phone,
      },
    },
    ada,
  ],
  [
    "the real one of several names",
    { remarkName: "call", nickName: "A", realName: "Ada", phone },
    ["Ada", "", "", "+18135550142"],
  ],
  ["JSON in JSON", { payload: JSON.stringify({ contact: JSON.stringify(said) }) }, ada],
])("the person in a submission: %s", (_, body, expected) => {
  expect(readJson(body)).toEqual(expected);
});

test.each<[string, string, Expected]>([
  [
    "Elementor",
    "Name=Ada+Byron+King&Email=ada%40example.com&Phone=%28813%29+555-0142&Message=Cleaning&Date=November+26%2C+2026&Time=6%3A00+pm&Page+URL=https%3A%2F%2Fexample.com%2F&Remote+IP=203.0.113.9&form_id=abc123&form_name=New+Form",
    ada,
  ],
  [
    "Elementor's brackets",
    "form[id]=abc123&form[name]=New+Form&fields[name][id]=name&fields[name][type]=text&fields[name][title]=Name&fields[name][value]=Ada+Byron+King&fields[email][id]=email&fields[email][value]=ada@example.com&fields[phone][id]=phone&fields[phone][value]=813-555-0142",
    ada,
  ],
  [
    "one pair of brackets",
    "form_fields[name]=Ada+Byron+King&form_fields[email]=ada@example.com&form_fields[field_a1]=813-555-0142",
    ada,
  ],
  [
    "Contact Form 7",
    "_wpcf7=12&_wpcf7_version=5.9&your-name=Ada+Byron+King&your-email=ada%40example.com&your-tel=813-555-0142&your-message=Hi",
    ada,
  ],
  [
    "Gravity Forms",
    "input_1.3=Ada&input_1.6=Byron+King&input_2=ada%40example.com&input_3=%28813%29+555-0142",
    ada,
  ],
  [
    "plus signs that were not encoded",
    "name=Pat Plus&email=pat+ads@example.com&phone=+18135550142",
    ["Pat", "Plus", "pat+ads@example.com", "+18135550142"],
  ],
  [
    "Avada, encoded twice, with a child before the parent",
    `formData=${encodeURIComponent("nombre_del_menor=Mateo+King&edad=7&su_nombre=Ada+Byron+King&su_correo=ada%40example.com&su_telefono=%28813%29555-0142&motivo=visita")}&action=fusion_form_submit_ajax`,
    ada,
  ],
  [
    "Jetpack, with a dentist who refers",
    "g205-referringdentist=Dr.+Paul+Ostrowski&g205-referringofficephone=813-555-0181&g205-patientname=Ada+Byron+King&g205-patientphone=813-555-0142&g205-patientemail=ada%40example.com",
    ada,
  ],
])("the person is read from a form-encoded body: %s", (_, text, expected) => {
  expect(readForm(text)).toEqual(expected);
});

const office = "813-555-0100";
test.each<[string, object, Expected]>([
  [
    "an owner",
    { owner: { name: "Olga Office", email: "office@example.com", phone: office } },
    null,
  ],
  [
    "an owner beside the person",
    { ...said, owner: { name: "Olga Office", email: "office@example.com" } },
    ada,
  ],
  [
    "an owner before the person",
    { owner_email: "office@example.com", owner_phone: office, ...said },
    ada,
  ],
  [
    "notifications",
    {
      notify_email: "office@example.com",
      "Notification Email": "office@example.com",
      admin_email: "a@example.com",
      recipient: "office@example.com",
    },
    null,
  ],
  [
    "a reply-to address",
    { reply_to: "office@example.com", "Reply-To": "office@example.com", to: "office@example.com" },
    null,
  ],
  [
    "the office's number",
    { office_phone: office, "Practice phone": office, site_phone: office },
    null,
  ],
  ["a company's number", { company: { phone: office } }, null],
  [
    "hidden fields",
    { form_response: { hidden: { phone: office, email: "office@example.com" } } },
    null,
  ],
  ["a hidden type", { fields: [{ label: "Phone", type: "hidden", value: office }] }, null],
  [
    "a staff user",
    { ...said, user: { firstName: "Staff", email: "staff@example.com", phone: office } },
    ada,
  ],
  [
    "a staff user, who is the only one with a phone number",
    { name: "Ada Byron King", email, user: { phone: office } },
    ["Ada", "Byron King", email, ""],
  ],
  [
    "an agent",
    { agent: { email: "staff@example.com" }, assigned_to: "staff@example.com", agentPhone: office },
    null,
  ],
  [
    "the form's name",
    { form: { name: "Contact", email: "office@example.com" }, lead: { name: "Ada", email } },
    ["Ada", "", email, ""],
  ],
  [
    "a form's name alone",
    { form_name: "Contact", "Page name": "Home", "Company name": "Example" },
    null,
  ],
  [
    "a campaign",
    { campaign: { name: "Spring" }, ad: { name: "Smile" }, adset_name: "Tampa", email },
    ["", "", email, ""],
  ],
  [
    "a consent",
    { consent: "I agree to be called at 813-555-0100 by Example Dental.", agree: "(813) 555-0100" },
    null,
  ],
  [
    "a signature",
    { message: `Hello, ${"a tooth hurts. ".repeat(20)} Ada 813-555-0142 ada@example.com` },
    null,
  ],
  [
    "ids and URLs of pages",
    {
      id: "8135550100",
      lead_id: 8135550100,
      ref: "8135550100",
      page_url: "https://example.com/8135550100",
      gclid: "8135550100",
    },
    null,
  ],
  [
    "times and places",
    {
      created: "2026-11-26T20:00:00Z",
      timestamp: 1773748680,
      unix: 1773748680,
      zip: "33602",
      postal_code: "336020142",
      ip: "203.0.113.9",
    },
    null,
  ],
  ["a fax", { fax: office }, null],
  [
    "an emergency contact",
    { ...said, emergency_contact_name: "Bo", emergency_contact_phone: "813-555-0199" },
    ada,
  ],
  [
    "a guardian beside the person",
    { ...said, guardian: { name: "Gwen", email: "gwen@example.com", phone: "813-555-0199" } },
    ada,
  ],
  [
    "a guardian alone",
    { guardian: { name: "Gwen Parent", email, phone }, patient: { name: "Kid Parent" } },
    ["Gwen", "Parent", email, "+18135550142"],
  ],
  [
    "a parent's number alone",
    { name: "Kid Parent", parent_phone: phone },
    ["Kid", "Parent", "", "+18135550142"],
  ],
  [
    "a referrer",
    {
      name: "Ada",
      phone,
      "Referred by (email)": "bo@example.com",
      referrer: { email: "bo@example.com" },
      friend: { phone: office },
    },
    ["Ada", "", "", "+18135550142"],
  ],
  [
    "a referrer in Spanish",
    {
      data: [
        { title: "Teléfono de quien la recomendó", type: "phone", value: "813-555-0168" },
        { title: "¿Cuál es su nombre?", type: "text", value: "Ada Byron King" },
        { title: "¿A qué número le llamamos?", type: "phone", value: phone },
        { title: "Correo electrónico", type: "email", value: email },
      ],
    },
    ada,
  ],
  [
    "a child, beside the parent who asks",
    {
      questions: [
        { name: "Child's first name", value: "Milo" },
        { name: "Child's last name", value: "King" },
        { name: "Your first name (parent or guardian)", value: "Ada" },
        { name: "Your last name (parent or guardian)", value: "Byron King" },
        { name: "Your cell phone", value: phone },
        { name: "Your email", value: email },
        { name: "Your child's phone", value: "813-555-0199" },
      ],
    },
    ada,
  ],
  [
    "a place as a caller's name, and the numbers that were called",
    {
      name: "Tampa        Fl",
      city: "Tampa",
      state: "FL",
      tracking_number: "+18135550193",
      tracking_number_format: "(813) 555-0193",
      business_number: "+18135550194",
      caller_number: "+18135550142",
      agent: { name: "Keisha Monroe", email: "keisha@example.com" },
    },
    ["", "", "", "+18135550142"],
  ],
  [
    "the deal's name beside the contact's",
    {
      leads: { add: [{ name: "Lead #20413877", responsible_user_id: 8135550174 }] },
      contacts: {
        add: [
          {
            name: "Ada Byron King",
            custom_fields: [
              { name: "Sucursal", values: [{ value: "Westchase 813-555-0183" }] },
              { name: "Teléfono", code: "PHONE", values: [{ value: phone }] },
              { name: "Correo", code: "EMAIL", values: [{ value: email }] },
            ],
          },
        ],
      },
    },
    ada,
  ],
  ["a spouse", { "Spouse's phone": "813-555-0199", ...said }, ada],
  [
    "a field whose name begins like the person's",
    { address: { email }, formal: { phone }, adults: { name: "Ada" } },
    ["Ada", "", email, "+18135550142"],
  ],
  [
    "an insurance company",
    { email, "Name of your insurance": "Delta", "Member ID": "8135550100" },
    ["", "", email, ""],
  ],
  ["nothing", {}, null],
  ["words that mean nothing", { name: "null", email: "N/A", phone: "-" }, null],
])("other people's fields and other values aren't read as the person: %s", (_, body, expected) => {
  expect(readJson(body)).toEqual(expected);
});

const typeform = (answers: object[], titles = false) => ({
  event_id: "e1",
  event_type: "form_response",
  form_response: {
    form_id: "abc",
    submitted_at: "2026-11-26T20:00:00Z",
    ...(titles && {
      definition: {
        id: "abc",
        title: "Ask",
        fields: [
          { id: "a", title: "Your name", type: "short_text", ref: "r1" },
          { id: "b", title: "Your email", type: "email", ref: "r2" },
          { id: "c", title: "Your phone", type: "phone_number", ref: "r3" },
          { id: "d", title: "What is it about?", type: "long_text", ref: "r4" },
        ],
      },
    }),
    answers,
  },
});
const answers = {
  name: { type: "text", text: "Ada Byron King", field: { id: "a", type: "short_text", ref: "r1" } },
  email: { type: "email", email, field: { id: "b", type: "email", ref: "r2" } },
  phone: {
    type: "phone_number",
    phone_number: "+18135550142",
    field: { id: "c", type: "phone_number", ref: "r3" },
  },
  text: { type: "text", text: "crown", field: { id: "d", type: "long_text", ref: "r4" } },
};
const byPosition = {
  fullName: "/form_response/answers/0/text",
  email: "/form_response/answers/1/email",
  phone: "/form_response/answers/2/phone_number",
};
const byReference = {
  fullName: "/form_response/answers/[r1]/text",
  email: "/form_response/answers/[r2]/email",
  phone: "/form_response/answers/[r3]/phone_number",
};

test.each<[string, object[], boolean, WebhookMapping | undefined, Expected]>([
  ["with titles", Object.values(answers), true, undefined, ada],
  ["without titles", Object.values(answers), false, undefined, ada],
  [
    "the email skipped",
    [answers.name, answers.phone, answers.text],
    false,
    undefined,
    ["Ada", "Byron King", "", "+18135550142"],
  ],
  ["mapped by position", Object.values(answers), false, byPosition, ada],
  [
    "mapped by position, the email skipped",
    [answers.name, answers.phone, answers.text],
    false,
    byPosition,
    ["Ada", "Byron King", "", "+18135550142"],
  ],
  [
    "mapped by position, the name skipped",
    [answers.email, answers.phone, answers.text],
    false,
    byPosition,
    ["", "", email, "+18135550142"],
  ],
  [
    "mapped by reference, the email skipped",
    [answers.name, answers.phone, answers.text],
    false,
    byReference,
    ["Ada", "Byron King", "", "+18135550142"],
  ],
  [
    "mapped by reference, in another order",
    [answers.text, answers.phone, answers.email, answers.name],
    false,
    byReference,
    ada,
  ],
])("the person is read from a Typeform body: %s", (_, list, titles, mapping, expected) => {
  expect(readJson(typeform(list, titles), mapping)).toEqual(expected);
});

test("a mapping that finds a person overrides field names, and field names are used if it doesn't find one", () => {
  const body = {
    a: "Ada Byron King",
    b: phone,
    name: "Olga Office",
    email: "office@example.com",
    phone: office,
  };
  expect(readJson(body, { fullName: "/a", phone: "/b" })).toEqual([
    "Ada",
    "Byron King",
    "",
    "+18135550142",
  ]);
  expect(readJson({ b: "", email }, { phone: "/b" })).toEqual(["", "", email, ""]);
});

test.each<[string, object, object[]]>([
  [
    "ids and types",
    typeform([answers.phone, answers.text], true),
    [{ name: "What is it about?", values: ["crown"] }],
  ],
  [
    "several phone numbers",
    { phone, mobile: "813-555-0199", wish: "Whitening" },
    [
      { name: "mobile", values: ["813-555-0199"] },
      { name: "wish", values: ["Whitening"] },
    ],
  ],
  [
    "unusable values first",
    { wish: "Whitening", email: "ada@", phone, message: "Hi" },
    [
      { name: "email", values: ["ada@"] },
      { name: "message", values: ["Hi"] },
      { name: "wish", values: ["Whitening"] },
    ],
  ],
  [
    "another person",
    { ...said, guardian: { name: "Gwen" } },
    [{ name: "guardian name", values: ["Gwen"] }],
  ],
  [
    "a second number in one field",
    { phone: "813-555-0142 / 727-555-0145" },
    [{ name: "phone", values: ["813-555-0142 / 727-555-0145"] }],
  ],
  [
    "a phone number within other words",
    { phone: "call after 5 813-555-0142", email },
    [{ name: "phone", values: ["call after 5 813-555-0142"] }],
  ],
  [
    "only what the person's fields say",
    { phone: "001 813 555 0142", email: "mailto:ada@example.com." },
    [],
  ],
  [
    "words that mean nothing",
    { ...said, last_seen: "undefined", wish: "null", allergies: "None" },
    [{ name: "allergies", values: ["None"] }],
  ],
])("fields that aren't the person's become answers: %s", (_, body, expected) => {
  const fields = fieldsOf(parseKeepingIds(JSON.stringify(body)));
  const found = readPerson(fields);
  expect(found && asIncoming(fields, found).answers).toEqual(expected);
});

test("reading a body takes linear time", () => {
  const cpuMsOf = (body: unknown) => {
    const { user } = process.cpuUsage();
    readPerson(fieldsOf(body));
    return (process.cpuUsage().user - user) / 1000;
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => index);
  for (const body of [
    Object.fromEntries(many(8000).map((index) => [`f${index}`, "8135550100"])),
    many(8000).map((index) => ({ label: `l${index % 7}`, value: "x" })),
    { email: "a@".repeat(30_000), phone: "1".repeat(60_000), name: ", ".repeat(30_000) },
    { phone: "(".repeat(60_000), other: "[".repeat(60_000) },
    { email: `${";".repeat(200_000)}x`, phone: `${".".repeat(200_000)}x` },
    { "your email": `${">".repeat(200_000)}x`, name: `${"<".repeat(200_000)}x` },
    Object.fromEntries(many(1000).map((index) => [`e${index} email`, `${";".repeat(900)}x`])),
    Object.fromEntries(many(1000).map((index) => [`a${index}`, `b = c\n${"d = e\n".repeat(100)}`])),
    { [`${"your ".repeat(12_000)}phone`]: phone },
    nested(Object.fromEntries(many(8000).map((index) => [`a[b][c][${index}]`, "x"]))),
  ]) {
    expect(cpuMsOf(body)).toBeLessThan(1000);
  }
});
