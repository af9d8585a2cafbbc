export default function Page() {
  return <h1>recover</h1>;
}
