export default function Page() {
  return <h1>lead</h1>;
}
