// A manager opens this page once a month from Reports or from the owner's email, to see whether
// they improved and whether calling sooner pays. Each number links to its inquiries, and one click
// downloads a PDF. It must handle a month that isn't over and one with too few inquiries.
import { useHref } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { inquiriesOf, pdfUrl } from "#app/ui/month-report/month-urls.ts";
import { MonthView } from "#app/ui/month-report/month-view.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { shellWords } from "#content/desk/shell.ts";
import { monthReportWords as words } from "#content/month-report.ts";
import { demoPath } from "#contract/demos.ts";
import { MonthQuery } from "#contract/month-reports.ts";
import type { Route } from "./+types/month.ts";
import styles from "./figures.module.css";
import { deskUrl, useDesk, viewAsOf } from "./shell/desk-context.ts";

export const meta = () => [{ title: shellWords.tab(words.title) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get("month");
  // A URL without a valid month shows the last complete one.
  const query = MonthQuery.safeParse(asked ? { month: asked } : {}).data ?? {};
  const answer = await context
    .get(apiContext)
    .leads.month.$get({ query: { ...query, ...viewAsOf(request) } });
  if (answer.status === 422) throw new Response(null, { status: 404 });
  return answer.ok ? bodyOf(answer) : null;
}

export default function MonthPage({ loaderData: report }: Route.ComponentProps) {
  const { viewAs } = useDesk();
  const isDemo = useHref("/").startsWith(demoPath);
  const fileUrl = report && pdfUrl(report.month, viewAs);
  return (
    <>
      <ShellHead title={words.title}>
        {fileUrl && (
          <ButtonAnchor
            variant="outline"
            isSmall
            href={isDemo ? demoPath + fileUrl : fileUrl}
            download
          >
            <IconDownload aria-hidden />
            {words.download}
          </ButtonAnchor>
        )}
      </ShellHead>
      <main className={styles.page}>
        <BackLink to={deskUrl("/lms/figures", viewAs)}>{words.back}</BackLink>
        {report ? (
          <MonthView
            report={report}
            behindUrl={(filter) => deskUrl(inquiriesOf(report.month, filter), viewAs)}
          />
        ) : (
          <LoadFailed>{words.failed}</LoadFailed>
        )}
      </main>
    </>
  );
}
