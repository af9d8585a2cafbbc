/** Shown while no request is selected. Renders nothing, because the list then fills the page. */
export default function NoneChosen() {
  return null;
}
