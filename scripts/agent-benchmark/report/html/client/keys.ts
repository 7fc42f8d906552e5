/** Calls `act` with each plain key that is pressed outside of text fields; true means that it was used. */
export function onKey(act: (key: string) => boolean): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target instanceof HTMLElement && target.closest("input[type=search], textarea, select")) return;
    if (act(event.key)) event.preventDefault();
  });
}
