import { type AppContext, type Scene, screen } from "../../ui/kit/app.ts";
import { alertDialog, button, card, row, scrollColumn, text, toggle, topBar } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import { destination } from "./parts.ts";
import { to } from "./routes.ts";

interface SettingsState {
  dialog: "signOut" | "clear" | null;
}

interface SettingsScope extends AppContext {
  state: Readonly<{ dialog: SettingsState["dialog"] }>;
  set(change: { dialog: SettingsState["dialog"] }): void;
}

/** Profile, preferences and the ways out, as the settings screen and Home's third tab show them. */
export function settingsContent(scope: SettingsScope): Element {
  const auth = scope.preferences("auth_prefs");
  const guest = auth.getBoolean("is_guest_mode", false);
  const user = scope.preferences("user_prefs");
  const options = scope.preferences("settings_prefs");
  const flag = (label: string, key: string, fallback: boolean): Element =>
    row(
      { size: { width: "fill" }, justify: "between" },
      text(label),
      toggle({
        checked: options.getBoolean(key, fallback),
        testTag: `settings_${key}`,
        onChange: (on) => {
          options.put(key, { type: "boolean", value: on });
          scope.set({ dialog: null });
        },
      }),
    );
  const launches = options.getLong("statistics", 3);
  return scrollColumn(
    { key: "settings", testTag: "settings_content" },
    card(
      { testTag: "settings_profile" },
      text(
        guest
          ? "Anon Ymous"
          : (user.getString("name", null) ?? auth.getString("display_name", "Anon Ymous") ?? ""),
        {
          style: "titleMedium",
          testTag: "settings_name",
        },
      ),
      text(guest ? "you@somewhere.net" : (user.getString("email", null) ?? "you@somewhere.net"), {
        style: "bodyMedium",
        testTag: "settings_email",
      }),
      text(guest ? "Signed in as guest" : "Signed in", { style: "bodySmall", testTag: "settings_account" }),
    ),
    flag("Notifications", "notifications", false),
    flag("Track taps", "track_taps", true),
    text(launches === 0 ? "Statistics cleared" : `Statistics: ${launches} launches recorded`, {
      testTag: "settings_statistics",
      style: "bodyMedium",
    }),
    button({
      label: "Clear Statistics",
      variant: "tonal",
      testTag: "settings_clear",
      size: { width: "fill" },
      enabled: launches !== 0,
      onTap: () => scope.set({ dialog: "clear" }),
    }),
    button({
      label: "Ask for Notifications",
      variant: "outlined",
      testTag: "settings_ask_notifications",
      size: { width: "fill" },
      onTap: () => scope.requestPermission("android.permission.POST_NOTIFICATIONS"),
    }),
    button({
      label: "Sign Out",
      variant: "outlined",
      testTag: "settings_sign_out",
      size: { width: "fill" },
      onTap: () => scope.set({ dialog: "signOut" }),
    }),
  );
}

/** The question that is open, for the scene it belongs to. */
export function settingsDialog(scope: SettingsScope): Pick<Scene, "dialog"> {
  const close = (): void => scope.set({ dialog: null });
  const ask = (title: string, body: string, label: string, confirm: () => void): Pick<Scene, "dialog"> => ({
    dialog: {
      onDismiss: close,
      content: alertDialog({
        title,
        body,
        testTag: "settings_dialog",
        actions: [
          button({ label: "Cancel", variant: "text", testTag: "dialog_cancel", onTap: close }),
          button({ label, variant: "text", testTag: "dialog_confirm", onTap: confirm }),
        ],
      }),
    },
  });
  if (scope.state.dialog === "clear") {
    return ask("Clear statistics?", "This removes everything recorded so far.", "Clear", () => {
      scope.preferences("settings_prefs").put("statistics", { type: "long", value: 0 });
      close();
      scope.toast("Statistics cleared");
    });
  }
  if (scope.state.dialog === "signOut") {
    return ask("Sign out?", "You will see the sign-in screen again.", "Sign out", () => {
      const auth = scope.preferences("auth_prefs");
      for (const key of ["user_id", "display_name"]) auth.put(key, null);
      auth.put("is_authenticated", { type: "boolean", value: false });
      auth.put("is_guest_mode", { type: "boolean", value: false });
      scope.replaceAll(to("login"));
    });
  }
  return {};
}

export const settings = screen<SettingsState>(
  () => ({ dialog: null }),
  (scope) => ({
    content: destination(
      "SettingsDestination",
      topBar({ title: "Settings", onBack: scope.back, backTag: "settings_back" }),
      settingsContent(scope),
    ),
    ...settingsDialog(scope),
  }),
);
