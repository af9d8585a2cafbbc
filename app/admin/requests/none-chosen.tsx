/** Without a chosen request, the list has all of the page. */
export default function NoneChosen() {
  return null;
}
