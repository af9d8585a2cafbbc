import type { Plugin } from "vite";
import { colors } from "#content/colors.ts";

/**
 * Writes the owner's colors (content/colors.json) into app/tokens.css. `env(owner-band-line)`
 * becomes the values for both color schemes, and `env(owner-accent-on-light)` becomes the value for
 * light pages.
 */
export function ownerColors(): Plugin {
  return {
    name: "owner-colors",
    enforce: "pre",
    transform: (code, id) => (id.endsWith("/app/tokens.css") ? withColors(code) : null),
  };
}

export function withColors(sheet: string): string {
  return sheet.replace(
    /env\(owner-([a-z-]+?)(-on-light)?\)/g,
    (mark, name: string, one: string | undefined) => {
      const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const color = colors[camel as keyof typeof colors];
      if (!color) throw new Error(`content/colors.json has no color for ${mark}`);
      return one ? color.light : `light-dark(${color.light}, ${color.dark})`;
    },
  );
}
