// `?script` imports a file's bundled source as text; see scripts/inline-script.ts.
declare module "*?script" {
  const code: string;
  export default code;
}
