export default function Page() {
  return <h1>template</h1>;
}
