// The owner opens a practice's monthly report from its page or from the comparison, to see how it's
// doing and to send the report. How soon the practice called comes first. It must handle a wrong
// recipient, a report sent twice, and a month that isn't over.
import { useEffect, useState } from "react";
import { useLocation, useRevalidator, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { inquiriesOf, pdfUrl } from "#app/ui/month-report/month-urls.ts";
import { MonthView } from "#app/ui/month-report/month-view.tsx";
import { MailSwitch } from "#app/ui/regular-mail/mail-switch.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { monthReportWords as words } from "#content/month-report.ts";
import { practiceMailWords } from "#content/regular-mail.ts";
import { uuid } from "#contract/fields.ts";
import { MonthQuery, monthName } from "#contract/month-reports.ts";
import type { Route } from "./+types/report.ts";
import { FreshPage } from "./fresh-page.tsx";
import { CommentForm } from "./report/comment-form.tsx";
import { Mailings } from "./report/mailings.tsx";
import { SendForm } from "./report/send-form.tsx";
import { sendHash } from "./report/send-hash.ts";
import styles from "./report.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleWords.tab(loaderData?.report.practice.name ?? words.title) },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const id = uuid.safeParse(params.get("client")).data;
  const asked = params.get("month");
  const query = MonthQuery.safeParse(asked ? { month: asked } : {}).data;
  if (!id || !query) throw new Response(null, { status: 404 });
  const { admin, leads } = context.get(apiContext);
  const readers = await admin.clients[":id"]["report-readers"].$get({ param: { id } });
  const monday = await admin.clients[":id"]["monday-mail"].$get({ param: { id } });
  const month = await admin.clients[":id"]["month-mail"].$get({ param: { id } });
  const mailings = await admin.clients[":id"]["month-reports"].$get({ param: { id }, query });
  const report = await leads.month.$get({ query: { ...query, client: id } });
  if (report.status === 422) throw new Response(null, { status: 404 });
  throwUnlessOk(readers, report, monday, month, mailings);
  return {
    report: await bodyOf(report),
    readers: (await bodyOf(readers)).readers,
    switches: { monday: await bodyOf(monday), month: await bodyOf(month) },
    mailings: (await bodyOf(mailings)).mailings,
  };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function ReportPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <FreshPage key={params.toString()} loaded={loaderData} everyMs={null}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { report, readers, switches, mailings } }: { shown: Shown }) {
  const { hash } = useLocation();
  const [isSending, setIsSending] = useState(false);
  // The server doesn't know the hash, so the form opens after hydration.
  useEffect(() => {
    if (hash === sendHash) setIsSending(true);
  }, [hash]);
  const { revalidate } = useRevalidator();
  const { practice, month } = report;
  const inApi = api.admin.clients[":id"];
  const param = { id: practice._id };
  return (
    <>
      <ShellHead title={words.title}>
        <ButtonAnchor variant="outline" isSmall href={pdfUrl(month, practice._id)} download>
          <IconDownload aria-hidden />
          {words.download}
        </ButtonAnchor>
        <Button isSmall onClick={() => setIsSending(true)}>
          {words.send}
        </Button>
      </ShellHead>
      <main className={styles.page}>
        <BackLink to={`/admin/practice?id=${practice._id}`}>{practice.name}</BackLink>
        <MonthView
          report={report}
          behindUrl={(filter) => inquiriesOf(month, { ...filter, client: practice._id })}
        />
        <CommentForm
          key={`${practice._id} ${month}`}
          clientId={practice._id}
          month={month}
          comment={report.comment}
        />
        <Mailings mailings={mailings} timeZone={report.timeZone} />
        <section className={styles.box} aria-labelledby="month-mail">
          <h2 id="month-mail">{practiceMailWords.month.section}</h2>
          <MailSwitch
            key={practice._id}
            known={switches.month}
            words={practiceMailWords.month}
            set={(isOn) => inApi["month-mail"].$put({ param, json: { isOn } })}
          />
        </section>
        <section className={styles.box} aria-labelledby="monday-mail">
          <h2 id="monday-mail">{practiceMailWords.monday.section}</h2>
          <MailSwitch
            key={practice._id}
            known={switches.monday}
            words={practiceMailWords.monday}
            set={(isOn) => inApi["monday-mail"].$put({ param, json: { isOn } })}
          />
        </section>
      </main>
      <Dialog
        isOpen={isSending}
        onClose={() => setIsSending(false)}
        title={words.sendTitle(monthName(month))}
      >
        {isSending && (
          <SendForm
            clientId={practice._id}
            month={month}
            readers={readers}
            onDone={() => {
              setIsSending(false);
              void revalidate();
            }}
          />
        )}
      </Dialog>
    </>
  );
}
