/** Renders nothing, because the list fills the page if no request is selected. */
export default function NoneChosen() {
  return null;
}
