export default function Page() {
  return <h1>archive</h1>;
}
