/** Returns the URL of a set's page with a template, a new one of a kind, or neither open. */
export function setUrl(setId: string, opened: { template?: string; new?: string } = {}): string {
  return `/admin/template-set?${new URLSearchParams({ id: setId, ...opened })}`;
}
