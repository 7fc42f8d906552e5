const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEY = "mobile-agent-bench-theme";

/** The button that goes through automatic, light and dark; the choice is kept where the browser allows it. */
export function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>("#theme");
  if (!button) return;
  let theme = stored();
  const apply = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Pages opened from disk may be refused a store: the choice then lasts for this page.
    }
    apply();
  });
  apply();
}

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === value) ?? "auto";
  } catch {
    return "auto";
  }
}
