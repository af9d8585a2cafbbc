// Takes pictures of the starter emails, and of one email that uses every element. Each has the
// width of a phone and of an email program, in light and dark.
import path from "node:path";
import type { Browser } from "playwright-core";
import { starterTemplates } from "#content/templates.ts";

const everything = {
  kind: "auto",
  title: "everything",
  subject: "Everything that can be written",
  body: `<h2>Before your visit</h2><p>Hi <strong>{{ lead.fullName }}</strong>, please <em>read this</em> with <u>care</u>.</p><h3>What to bring</h3><ul><li><p>Your insurance card</p></li><li><p>A photo ID<br>and, where there is one, the letter of <a href="https://example.com/a-dentist-with-a-rather-long-name-and-address/before-your-visit">your former dentist</a></p></li></ul><h3>What to do</h3><ol><li><p>Come ten minutes early.</p></li><li><p>Use the second door.</p></li></ol><blockquote><p>Everyone was kind and quick.</p></blockquote><hr><p>https://example.com/${"averylongaddress".repeat(6)}</p><p>Call <a href="tel:+18135550100">{{ practice.phone }}</a> or write to {{ practice.email }}.</p>`,
} as const;

export async function takeEmailShots(
  browser: Browser,
  { origin, token, folder }: { origin: string; token: string; folder: string },
): Promise<void> {
  const templates = [...starterTemplates.en.email, ...starterTemplates.en.auto, everything];
  for (const template of templates) {
    const { title, ...words } = template;
    const answer = await fetch(`${origin}/api/templates/previews`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(words),
    });
    if (!answer.ok) throw new Error(`No preview of ${title}: ${answer.status}`);
    const { html } = await answer.json();
    for (const width of [320, 640]) {
      for (const colorScheme of ["light", "dark"] as const) {
        const context = await browser.newContext({
          viewport: { width, height: 480 },
          colorScheme,
          javaScriptEnabled: false,
        });
        const page = await context.newPage();
        await page.setContent(html);
        const name = title.toLowerCase().replaceAll(" ", "-");
        const file = path.join(folder, `email-${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
        await context.close();
      }
    }
  }
}
