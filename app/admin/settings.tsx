// The owner comes to set the product up, or because something outside has changed: a mail password,
// Meta's token, Twilio's account. First: what is in effect, and who set it. What may go wrong: a
// mistyped password (each part has a test), two owners at once, an environment variable.
import { apiContext } from "#app/api.ts";
import { type Section, Sections } from "#app/ui/account/sections.tsx";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { settingsWords as words } from "#content/console/settings.ts";
import type { Route } from "./+types/settings.ts";
import { FreshPage } from "./fresh-page.tsx";
import { Agency } from "./settings/agency.tsx";
import { CalendarPart } from "./settings/calendar.tsx";
import { CallsPart } from "./settings/calls.tsx";
import { CaptchaPart } from "./settings/captcha.tsx";
import { GoogleAdsPart } from "./settings/google-ads.tsx";
import { MailPart } from "./settings/mail.tsx";
import { MetaPart } from "./settings/meta.tsx";
import { PushPart } from "./settings/push.tsx";
import { RepliesPart } from "./settings/replies.tsx";
import { ReplyTemplatesPart } from "./settings/reply-templates.tsx";
import styles from "./settings/settings.module.css";
import { SitePart } from "./settings/site.tsx";
import { TextsPart } from "./settings/texts.tsx";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.settings) }];

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, "contact-requests": requests } = context.get(apiContext).admin;
  const [answer, responseTime] = await Promise.all([
    settings.$get(),
    requests["response-time"].$get(),
  ]);
  throwUnlessOk(answer, responseTime);
  return { settings: await bodyOf(answer), responseTime: await bodyOf(responseTime) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <FreshPage loaded={loaderData} everyMs={null}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { settings, responseTime } }: { shown: Shown }) {
  const names = words.sections;
  const sections: Section[] = [
    { id: "mail", name: names.mail, content: <MailPart settings={settings} /> },
    { id: "replies", name: names.replies, content: <RepliesPart settings={settings} /> },
    {
      id: "reply-templates",
      name: names.replyTemplates,
      content: <ReplyTemplatesPart settings={settings} />,
    },
    { id: "texts", name: names.texts, content: <TextsPart settings={settings} /> },
    { id: "push", name: names.push, content: <PushPart settings={settings} /> },
    { id: "meta", name: names.meta, content: <MetaPart settings={settings} /> },
    { id: "google-ads", name: names.googleAds, content: <GoogleAdsPart settings={settings} /> },
    { id: "captcha", name: names.captcha, content: <CaptchaPart settings={settings} /> },
    {
      id: "site",
      name: names.site,
      content: <SitePart settings={settings} responseTime={responseTime} />,
    },
    { id: "calls", name: names.calls, content: <CallsPart settings={settings} /> },
    { id: "calendar", name: names.calendar, content: <CalendarPart settings={settings} /> },
    { id: "agency", name: names.agency, content: <Agency /> },
  ];
  return (
    <>
      <ShellHead title={consoleWords.places.settings} />
      <Sections label={words.contents} sections={sections}>
        <p className={styles.about}>{words.about}</p>
      </Sections>
    </>
  );
}
