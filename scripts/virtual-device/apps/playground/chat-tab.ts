import type { Scope } from "../../ui/kit/app.ts";
import { button, column, lazyColumn, row, text, textField } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import type { HomeState } from "./home-state.ts";

/** A conversation with an echo. */
export function chatTab(scope: Scope<HomeState>): Element {
  const { messages, draft } = scope.state;
  const send = (): void => {
    const message = draft.trim();
    if (message === "") return;
    scope.set({ messages: [...messages, `You: ${message}`, `Echo: ${message}`], draft: "" });
  };
  const shown = messages.length === 0 ? ["No messages yet"] : messages;
  return column(
    { size: { width: "fill", weight: 1 }, testTag: "chat_content" },
    column({ size: { padding: [16, 16, 16, 8] } }, text("CHAT SCREEN", { style: "titleLarge" })),
    lazyColumn({
      key: "chat",
      testTag: "chat_list",
      count: shown.length,
      item: (index) =>
        column(
          { size: { width: "fill", padding: [16, 6, 16, 6] } },
          text(shown[index] ?? "", { testTag: `chat_message_${index}` }),
        ),
    }),
    row(
      { gap: 8, size: { width: "fill", padding: [16, 8, 16, 8] } },
      textField({
        key: "draft",
        label: "Message",
        testTag: "chat_input",
        value: draft,
        imeAction: "send",
        onAction: send,
        focused: scope.focused === "draft",
        onChange: (value) => scope.set({ draft: value }),
        size: { weight: 1 },
      }),
      button({ label: "Send", testTag: "chat_send", onTap: send }),
    ),
  );
}
