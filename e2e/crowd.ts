// The initial rows of the product that the test files share: each of the owner's lists has more
// rows than a page shows. A test that finds its row only in a short list then fails every time.
import {
  makeCampaign,
  makeContactRequest,
  makeFormSource,
  makePractice,
  type openTools,
} from "#server/db/make.ts";

type Tools = Awaited<ReturnType<typeof openTools>>;

/** One row more than a page of the owner's lists. */
const rows = 51;

export async function makeCrowd(tools: Tools) {
  for (let row = 1; row <= rows; row += 1) {
    const name = `Aaron Dental ${row}`;
    await makePractice(tools, { name: `${name}, new`, isApproved: false });
    const { clientId } = await makePractice(tools, { name });
    await makeFormSource(tools, clientId, `A form of ${name}`);
    await makeCampaign(tools, { clientId, name: `A campaign of ${name}`, platform: "other" });
    await makeContactRequest(tools, {
      kind: "marketing",
      fullName: `Aaron ${row}`,
      email: `aaron-${row}@example.com`,
      phone: "(813) 555-0111",
      message: "Please call us.",
      finishedAt: tools.now(),
    });
  }
}
