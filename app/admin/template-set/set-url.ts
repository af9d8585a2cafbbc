type Opened = { template?: string; new?: string; setting?: string };

/** Returns the URL of a set's page, with what is open on it. `new`: a template of that kind. */
export function setUrl(setId: string, opened: Opened = {}): string {
  return `/admin/template-set?${new URLSearchParams({ id: setId, ...opened })}`;
}
