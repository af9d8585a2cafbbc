/** If no request is chosen, the list fills the page. */
export default function NoneChosen() {
  return null;
}
