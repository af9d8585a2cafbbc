// The practice's settings, in pages. A manager comes when something has changed: the hours, a person,
// an address; a front desk comes once, for its alerts. First: the page they came for, and what is
// set. What may go wrong: an unsaved change, or a change by someone else.
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { Devices } from "#app/ui/account/devices.tsx";
import { SignInSection } from "#app/ui/account/sign-in-section.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import {
  OwnMondayMail,
  OwnMonthMail,
  OwnYesterdayMail,
} from "#app/ui/regular-mail/own-mail-switch.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { TwoStepLogin } from "#app/ui/two-step/two-step-login.tsx";
import { demoDeskWords } from "#content/demo.ts";
import { alertWords } from "#content/desk/alerts.ts";
import { controlWords } from "#content/desk/controls.ts";
import { readingNames } from "#content/desk/figures.ts";
import { importWords } from "#content/desk/import.ts";
import { officePhoneWords } from "#content/desk/office-phones.ts";
import { peopleWords } from "#content/desk/people.ts";
import { attemptPlanWords, profileWords, queueSettingWords } from "#content/desk/profile.ts";
import { sharedDeviceWords } from "#content/desk/shared-device.ts";
import { shellWords } from "#content/desk/shell.ts";
import { ownSourceWords } from "#content/desk/sources.ts";
import { textSettingWords } from "#content/desk/texts.ts";
import { ownMailWords } from "#content/regular-mail.ts";
import { twoStepWords } from "#content/two-step-login.ts";
import type { Route } from "./+types/profile.ts";
import { Alerts } from "./profile/alerts.tsx";
import { AttemptForm } from "./profile/attempt-form.tsx";
import { OfficePhoneSection } from "./profile/office-phones.tsx";
import { OpenHoursForm } from "./profile/open-hours-form.tsx";
import { type ProfilePage, ProfilePages, profileUrl, readProfilePage } from "./profile/pages.tsx";
import { People } from "./profile/people.tsx";
import { QueueForm } from "./profile/queue-form.tsx";
import { SharedDeviceSection } from "./profile/shared-device.tsx";
import { OwnSources } from "./profile/sources.tsx";
import { TextSection } from "./profile/text-settings.tsx";
import { InformationForm, MailForm, useProfileVersions } from "./profile/user-forms.tsx";
import styles from "./profile.module.css";
import { useDesk, useMay, viewAsOf } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.profile) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  // The layout tells an owner who views as the practice that the profile doesn't open here.
  if (viewAsOf(request).client) return null;
  const api = context.get(apiContext);
  const { me } = api.clients;
  // Members may not read the lists of people and sources.
  const [hours, devices, people, sources, monday, month, yesterday, office, texts] =
    await Promise.all([
      me.hours.$get(),
      me.devices.$get(),
      me.people.$get(),
      api.sources.$get(),
      me["monday-mail"].$get(),
      me["month-mail"].$get(),
      me["yesterday-mail"].$get(),
      api["office-phones"].$get({ query: {} }),
      api.texts.settings.$get({ query: {} }),
    ]);
  // The session has expired, or the device is locked: the layout's loader redirects.
  if (hours.status === 401 || hours.status === 403 || devices.status === 401) return null;
  // A shared device doesn't show the devices of an account.
  if (!hours.ok || (!devices.ok && devices.status !== 403)) {
    throw new Response(null, { status: 503 });
  }
  return {
    hours: await bodyOf(hours),
    devices: devices.ok ? (await bodyOf(devices)).devices : [],
    people: people.ok ? await bodyOf(people) : null,
    monday: monday.ok ? await bodyOf(monday) : null,
    month: month.ok ? await bodyOf(month) : null,
    yesterday: yesterday.ok ? await bodyOf(yesterday) : null,
    // Without a voice provider no screen mentions phones.
    office: office.ok ? await bodyOf(office) : null,
    texts: texts.ok ? await bodyOf(texts) : null,
    sources: sources.ok ? (await bodyOf(sources)).sources : null,
  };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

/** The pages in their order, and the sections of each. */
const pages = {
  practice: ["information", "mail"],
  you: ["sign-in", "monday-mail", "month-mail", "yesterday-mail"],
  alerts: ["alerts", "office-phones", "texts"],
  hours: ["hours", "queue", "follow-up"],
  people: ["people"],
  sources: ["sources"],
  security: ["two-step-login", "devices", "shared-device"],
} as const satisfies Record<ProfilePage, readonly string[]>;

type SectionId = (typeof pages)[ProfilePage][number];

const names: Record<SectionId, string> = {
  information: profileWords.sections.information,
  mail: profileWords.sections.mail,
  "sign-in": profileWords.sections.signIn,
  "monday-mail": ownMailWords.monday.section,
  "month-mail": ownMailWords.month.section,
  "yesterday-mail": ownMailWords.yesterday.section,
  alerts: alertWords.section,
  "office-phones": officePhoneWords.section,
  texts: textSettingWords.section,
  hours: profileWords.sections.hours,
  queue: queueSettingWords.section,
  "follow-up": attemptPlanWords.section,
  people: peopleWords.section,
  sources: ownSourceWords.section,
  "two-step-login": twoStepWords.section,
  devices: profileWords.sections.devices,
  "shared-device": sharedDeviceWords.section,
};

/** The sections that members see. */
const ofEveryone = new Set<SectionId>(["alerts", "sign-in", "two-step-login", "devices"]);
/** A demo doesn't have its own account, people, sources or devices. */
const inDemo = new Set<SectionId>([
  ...(["information", "mail", "alerts", "hours", "queue", "follow-up"] as const),
]);
/** Account settings are only available on a person's own device. */
const onSharedDevice = new Set<SectionId>(["alerts", "shared-device"]);

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { client, device } = useDesk();
  const isManager = useMay("profile");
  const mayImport = useMay("imports");
  const loaded = useLastGood(loaderData, "profile");
  const versions = useProfileVersions(client);
  const [search] = useSearchParams();
  useSectionLinks();
  if (!loaded) return <Failed />;
  const isDemo = client.demoEndsAt !== null;
  const office = loaded.office?.hasCalls ? loaded.office : null;
  const texts = loaded.texts?.isPossible ? loaded.texts : null;
  function isShown(id: SectionId): boolean {
    if (id === "office-phones" && !office) return false;
    if (id === "texts" && !texts) return false;
    if (isDemo) return inDemo.has(id);
    if (device) return onSharedDevice.has(id);
    return isManager || ofEveryone.has(id);
  }
  const content: Record<SectionId, ReactNode> = {
    information: <InformationForm client={client} versions={versions} />,
    mail: <MailForm client={client} versions={versions} />,
    "sign-in": <SignInSection kind="client" email={client.email} newEmail={client.newEmail} />,
    "monday-mail": loaded.monday && <OwnMondayMail kind="client" known={loaded.monday} />,
    "month-mail": loaded.month && <OwnMonthMail known={loaded.month} />,
    "yesterday-mail": loaded.yesterday && <OwnYesterdayMail known={loaded.yesterday} />,
    alerts: isDemo ? <p>{demoDeskWords.accountOff}</p> : <Alerts />,
    "office-phones": office && <OfficePhoneSection known={office} />,
    texts: texts && <TextSection known={texts} />,
    hours: <OpenHoursForm hours={loaded.hours} />,
    queue: <QueueForm client={client} />,
    "follow-up": <AttemptForm client={client} />,
    people: loaded.people ? (
      <People known={loaded.people} timeZone={client.timeZone} />
    ) : (
      <p>{peopleWords.failed}</p>
    ),
    sources: loaded.sources ? (
      <OwnSources sources={loaded.sources} timeZone={client.timeZone} />
    ) : (
      <p>{ownSourceWords.failed}</p>
    ),
    "two-step-login": <TwoStepLogin kind="client" timeZone={client.timeZone} />,
    devices: <Devices kind="client" devices={loaded.devices} timeZone={client.timeZone} />,
    "shared-device": <SharedDeviceSection client={client} device={device} />,
  };
  const { summaries } = profileWords;
  const summary: Record<ProfilePage, string> = {
    practice: client.name,
    you: `${client.firstName} ${client.lastName}`,
    alerts: summaries.alerts,
    hours: `${readingNames[client.reading]}, ${summaries.calls(client.attemptGaps.length + 1)}`,
    people: summaries.people(loaded.people?.people.length ?? 1),
    sources: summaries.sources(loaded.sources?.length ?? 0),
    security: device ? summaries.sharedDevice : summaries.devices(loaded.devices.length),
  };
  const shown = profilePages.flatMap((page) => {
    const sections = pages[page]
      .filter(isShown)
      .map((id) => ({ id, name: names[id], content: content[id] }));
    return sections.length > 0 ? [{ page, summary: summary[page], sections }] : [];
  });
  return (
    <>
      <ShellHead title={shellWords.places.profile}>
        {mayImport && (
          <ButtonLink to="/lms/import" variant="outline" isSmall>
            {importWords.link}
          </ButtonLink>
        )}
      </ShellHead>
      <ProfilePages pages={shown} open={readProfilePage(search)}>
        {!isManager && <p className={styles.managed}>{peopleWords.managed}</p>}
      </ProfilePages>
    </>
  );
}

const profilePages = Object.keys(pages) as ProfilePage[];

/** Emails and bookmarks link to a section only: `/lms/profile#hours`. */
function useSectionLinks() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const id = hash.slice(1);
    const page = profilePages.find((one) => (pages[one] as readonly string[]).includes(id));
    if (page && search === "") void navigate(profileUrl(page) + hash, { replace: true });
  }, [hash, search, navigate]);
}

/** The connection was lost before the profile could be fetched. */
function Failed() {
  const { revalidate } = useRevalidator();
  const retry = (
    <Button variant="outline" onClick={() => void revalidate()}>
      {controlWords.retry}
    </Button>
  );
  return (
    <>
      <ShellHead title={shellWords.places.profile} />
      <main className={styles.failed}>
        <Empty action={retry}>{profileWords.failed}</Empty>
      </main>
    </>
  );
}
