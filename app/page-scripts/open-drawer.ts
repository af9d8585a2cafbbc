/** Opens the modal dialog with this id. Works before and after hydration. */
export function openDrawer(id: string) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
