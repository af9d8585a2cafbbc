export default function Page() {
  return <h1>get-started</h1>;
}
