/** Opens the modal dialog with that id, both before and after hydration. */
export function openDrawer(id: string) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
