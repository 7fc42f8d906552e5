import { startIndexPage } from "./index-page.ts";
import { startRunPage } from "./run-page.ts";
import { startTheme } from "./theme.ts";

for (const element of document.querySelectorAll<HTMLElement>("[data-script-only]")) element.hidden = false;
startTheme();
if (document.body.dataset.page === "index") startIndexPage();
if (document.body.dataset.page === "run") startRunPage();
