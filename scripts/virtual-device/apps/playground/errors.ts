import { type AppContext, screen } from "../../ui/kit/app.ts";
import { button, card, text } from "../../ui/kit/compose.ts";
import { page } from "./parts.ts";

const EXCEPTIONS = [
  ["IllegalStateException", "exception_illegal_state"],
  ["NullPointerException", "exception_null_pointer"],
  ["IOException", "exception_io"],
] as const;

/** Errors that are caught and reported. */
export const handledException = screen(
  () => ({ count: 0, last: "None" }),
  (scope) => ({
    content: page(
      {
        destination: "HandledExceptionDestination",
        title: "Handled Exceptions",
        tag: "handled_exception",
        onBack: scope.back,
      },
      card(
        { testTag: "handled_exception_card" },
        text(`Handled: ${scope.state.count}`, { testTag: "handled_exception_count" }),
        text(`Last: ${scope.state.last}`, { testTag: "handled_exception_last" }),
      ),
      ...EXCEPTIONS.map(([name, testTag]) =>
        button({
          label: `Throw ${name}`,
          variant: "tonal",
          testTag,
          size: { width: "fill" },
          onTap: () => {
            scope.services.log("W", "Playground", `Handled: java.lang.${name}: demo`);
            scope.set({ count: scope.state.count + 1, last: name });
          },
        }),
      ),
    ),
  }),
);

/** What a request ends in on this device: it has no network behind it, only the switches. */
function outcome({ services }: AppContext, path: string): string {
  const { settings } = services;
  const offline =
    settings.get("global", "airplane_mode_on") === "1" ||
    (settings.get("global", "wifi_on") !== "1" && settings.get("global", "mobile_data") !== "1");
  if (offline) return "Error: Unable to resolve host";
  return path === "/missing" ? "HTTP 404" : "HTTP 200";
}

/** Requests to a made-up server. */
export const networkTest = screen(
  () => ({ result: "Idle", count: 0 }),
  (scope) => {
    const request = (label: string, path: string, testTag: string) =>
      button({
        label,
        variant: "tonal",
        testTag,
        size: { width: "fill" },
        onTap: () => scope.set({ result: outcome(scope, path), count: scope.state.count + 1 }),
      });
    return {
      content: page(
        {
          destination: "NetworkTestDestination",
          title: "Network Test",
          tag: "network_test",
          onBack: scope.back,
        },
        card(
          {},
          text(`Result: ${scope.state.result}`, { testTag: "network_test_result" }),
          text(`Requests: ${scope.state.count}`, { testTag: "network_test_count" }),
        ),
        request("GET /items", "/items", "network_test_get"),
        request("POST /items", "/items", "network_test_post"),
        request("GET /missing", "/missing", "network_test_missing"),
      ),
    };
  },
);
