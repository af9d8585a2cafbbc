export default function Page() {
  return <h1>today</h1>;
}
