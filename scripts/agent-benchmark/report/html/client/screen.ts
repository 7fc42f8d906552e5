/** Hover or arrow keys light a node of the final screen and tell about it; pointing at the list lights it too. */
export function startScreen(): void {
  const picture = document.querySelector<SVGSVGElement>("[data-screen]");
  const inspect = document.querySelector<HTMLElement>("[data-inspect]");
  if (!picture || !inspect) return;
  const shapes = [...picture.querySelectorAll<SVGRectElement>("[data-node]")];
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const rest = inspect.textContent ?? "";
  let at = -1;

  const show = (index: number) => {
    shapes[at]?.classList.remove("current");
    rows[at]?.classList.remove("current");
    at = shapes[index] ? index : -1;
    shapes[at]?.classList.add("current");
    rows[at]?.classList.add("current");
    const row = rows[at];
    if (row) inspect.replaceChildren(...[...row.childNodes].map((node) => node.cloneNode(true)));
    else inspect.textContent = rest;
  };
  const point = (event: PointerEvent) => {
    const shape = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    const index = shape ? Number(shape.getAttribute("data-node")) : -1;
    if (index !== at) show(index);
  };
  picture.addEventListener("pointermove", point);
  picture.addEventListener("pointerdown", point);
  picture.addEventListener("pointerleave", () => show(-1));
  picture.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined || shapes.length === 0) return;
    event.preventDefault();
    show((at + step + shapes.length) % shapes.length);
  });
  rows.forEach((row, index) => {
    row.addEventListener("pointerenter", () => show(index));
  });
}
