// Public pages read well without a script, so the framework's wait until somebody touches the page:
// they are marked here, and `app/boot/first-touch.ts` lets them go. See docs/decisions/004.

/**
 * Marks the scripts and preloads that React Router wrote, without moving anything: the tree that
 * React takes over later is the same. Our own inline scripts carry `data-now` and stay as they are.
 */
export function holdBackScripts(html: string): string {
  return html
    .replace(/<link rel="modulepreload"/g, '<link rel="held"')
    .replace(/<script((?:\s[^>]*)?)>/g, (tag, attributes: string) => {
      if (/\sdata-now\b|application\/ld\+json|\ssrc=/.test(attributes)) return tag;
      const kind = /type="module"/.test(attributes) ? "held-module" : "held";
      const others = attributes.replace(/\stype="[^"]*"|\sasync(="")?/g, "");
      return `<script type="${kind}"${others}>`;
    });
}
