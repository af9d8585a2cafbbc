// `?script` gives a file's bundled text, see scripts/inline-script.ts.
declare module "*?script" {
  const code: string;
  export default code;
}
