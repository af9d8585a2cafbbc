export function ErrorPage({ error }: { error: unknown }) {
  return <main><h1>Something went wrong</h1><p>{error instanceof Error ? error.name : ""}</p></main>;
}
