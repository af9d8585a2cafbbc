/** Shows the modal dialog of that id; used before React is there, and by it. */
export function openDrawer(id: string) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
