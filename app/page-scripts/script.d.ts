// An import with `?script` is a file's bundled source as text. See scripts/inline-script.ts.
declare module "*?script" {
  const code: string;
  export default code;
}
