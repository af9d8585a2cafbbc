type Opened = { template?: string; new?: string; setting?: string };

/**
 * Returns the URL of a set's page with one of its parts open. `new`: the kind of template to add.
 */
export function setUrl(setId: string, opened: Opened = {}): string {
  return `/admin/template-set?${new URLSearchParams({ id: setId, ...opened })}`;
}
