// The style sheet of emails. The lead desk shows emails in a frame that inherits the page's content
// security policy, which allows this sheet by its hash.
import { createHash } from "node:crypto";
import { colors } from "#content/colors.ts";

// Mail programs that support dark colors use these; others always show the light ones. No quotes,
// angle brackets or ampersands, because it is written into the document as text.
export const emailStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.page, .sheet { table-layout: fixed; }
.sheet, .sheet a { overflow-wrap: anywhere; }
.words p:last-child, .words ul:last-child, .words ol:last-child, .words blockquote:last-child { margin-bottom: 0 !important; }
@media (max-width: 480px) { .sheet { padding: 24px 20px !important; } .page { padding: 0 !important; } .foot { padding-left: 20px !important; padding-right: 20px !important; } .foot .foot { padding: 0 !important; } }
@media (prefers-color-scheme: dark) {
  body, .page { background-color: #0e1514 !important; }
  body td { background-color: transparent !important; }
  .sheet { background-color: #152020 !important; border-color: #263432 !important; }
  .sheet, .sheet p, .sheet li, .sheet h1, .sheet h2, .sheet h3, .name { color: #eaf1ef !important; }
  .sheet blockquote { color: #9bb0ab !important; border-color: #263432 !important; }
  .sheet a { color: ${colors.accent.dark} !important; }
  .foot, .foot a { color: #9bb0ab !important; }
  .sheet hr, .foot hr { border-color: #263432 !important; }
}`;

export const emailStylesHash = `'sha256-${createHash("sha256").update(emailStyles).digest("base64")}'`;
