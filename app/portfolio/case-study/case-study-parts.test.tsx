import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CaseStudy } from "#contract/case-studies.ts";
import { About } from "./about.tsx";
import { Sequence } from "./sequence.tsx";

const study: CaseStudy = {
  ...{ project: "One", title: "A title", description: "A description", date: "2026-03-31" },
  ...{ lead: "A lead", problem: ["A problem"], constraints: ["A constraint"] },
  diagram: { title: "Steps", steps: [] },
  decision: { title: "A decision", says: ["Why"] },
  numbers: { facts: [], measured: "By hand" },
  next: ["More"],
};

test("a case study links to its code only if the content has a link", () => {
  expect(renderToStaticMarkup(<About study={study} />)).not.toContain("<a");
  const repository = "https://code.example.com/one/";
  const html = renderToStaticMarkup(<About study={{ ...study, repository }} />);
  expect(html).toContain(`<a href="${repository}">code.example.com/one</a>`);
});

test("a sequence has an arrow for each step, breaks long texts, and reads them out in order", () => {
  const html = renderToStaticMarkup(
    <Sequence
      sequence={{
        title: "A call",
        parties: ["Browser", "Server"],
        steps: [
          {
            from: "Browser",
            to: "Server",
            says: "A question that is longer than one line can be.",
          },
          { from: "Server", to: "Browser", says: "An answer." },
        ],
      }}
    />,
  );
  expect(html).toContain(
    'aria-label="A call. Browser to Server: A question that is longer than one line can be. Server to Browser: An answer."',
  );
  expect(html.match(/d="M\d+ \d+H\d+m/g)).toHaveLength(2);
  expect(html.match(/<tspan/g)).toHaveLength(3);
});
