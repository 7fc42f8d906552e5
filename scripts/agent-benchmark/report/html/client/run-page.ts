import { onKey } from "./keys.ts";
import { startScreen } from "./screen.ts";

/** Opens, filters and walks through the timeline; leads to the neighbouring runs. */
export function startRunPage(): void {
  startScreen();
  const timeline = document.querySelector<HTMLElement>(".timeline");
  const calls = () => [...(timeline?.querySelectorAll("details") ?? [])];
  const openAll = (open: boolean) => {
    for (const call of calls()) call.open = open;
  };
  document.querySelector("[data-action=expand]")?.addEventListener("click", () => openAll(true));
  document.querySelector("[data-action=collapse]")?.addEventListener("click", () => openAll(false));
  document.querySelector("[data-action=trouble]")?.addEventListener("change", (event) => {
    timeline?.classList.toggle("only-trouble", (event.target as HTMLInputElement).checked);
  });
  onKey((key) => {
    if (key === "j" || key === "k") return walk(timeline, key === "j" ? 1 : -1);
    if (key === "e") {
      openAll(calls().some((call) => !call.open));
      return true;
    }
    const link = document.querySelector<HTMLAnchorElement>(`a[data-key="${CSS.escape(key)}"]`);
    link?.click();
    return link !== null;
  });
}

/** Moves the focus to the next step that can be opened. */
function walk(timeline: HTMLElement | null, by: 1 | -1): boolean {
  const steps = [...(timeline?.querySelectorAll<HTMLElement>("summary") ?? [])].filter(
    (step) => step.offsetParent !== null,
  );
  const at = steps.indexOf(document.activeElement as HTMLElement);
  const next = steps[at === -1 ? (by === 1 ? 0 : steps.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}
