import type { Element } from "../../ui/kit/element.ts";
import { image, label, view } from "../../ui/kit/views.ts";
import type { SystemDialog } from "../../ui/runtime/state.ts";
import type { DialogAnswers, SystemUi } from "./contract.ts";
import { type Messages, messagesFor } from "./messages.ts";

/** Ids of the permission controller keep the package of its source, not of the module that ships it. */
const PERMISSION_ID = "com.android.permissioncontroller:id/";

type PermissionLook = {
  icon: "location" | "camera" | "bell" | "video" | "phone" | "person";
  message: keyof Messages;
  foreground: boolean;
};

const PERMISSIONS: Record<string, PermissionLook> = {
  ACCESS_FINE_LOCATION: { icon: "location", message: "allowLocation", foreground: true },
  ACCESS_COARSE_LOCATION: { icon: "location", message: "allowLocation", foreground: true },
  CAMERA: { icon: "camera", message: "allowCamera", foreground: true },
  RECORD_AUDIO: { icon: "video", message: "allowMicrophone", foreground: true },
  POST_NOTIFICATIONS: { icon: "bell", message: "allowNotifications", foreground: false },
  READ_CONTACTS: { icon: "person", message: "allowContacts", foreground: false },
  CALL_PHONE: { icon: "phone", message: "allowPhone", foreground: false },
};

/** The runtime permission prompt (GrantPermissionsActivity). */
export function permissionDialog(
  ui: SystemUi,
  dialog: Extract<SystemDialog, { kind: "permission" }>,
  answers: DialogAnswers,
): Element {
  const say = messagesFor(ui.services.locale());
  const short = dialog.permission.slice(dialog.permission.lastIndexOf(".") + 1);
  const look = PERMISSIONS[short] ?? { icon: "lock", message: "allowOther", foreground: false };
  const message = say[look.message]
    .replace("{app}", ui.labelOf(dialog.packageName))
    .replace("{permission}", short);
  const id = (name: string): string => PERMISSION_ID + name;
  const button = (text: string, name: string, onTap: () => void): Element =>
    label(text, {
      id: id(name),
      className: "Button",
      style: "labelLarge",
      color: "onPrimaryContainer",
      align: "center",
      size: { width: "fill", padding: [16, 18, 16, 18] },
      paint: { background: "primaryContainer", radius: 16 },
      actions: { onTap },
    });
  const content = view(
    {
      className: "LinearLayout",
      id: id("content_container"),
      arrange: { type: "column", align: "center", gap: 12 },
      size: { width: "fill", padding: [24, 24, 24, 12] },
    },
    image(look.icon, { id: id("permission_icon"), color: "primary", size: 32 }),
    label(message, {
      id: id("permission_message"),
      style: "titleLarge",
      align: "center",
      size: { width: "fill" },
    }),
  );
  const buttons = view(
    {
      className: "LinearLayout",
      arrange: { type: "column", gap: 4 },
      size: { width: "fill", padding: [24, 12, 24, 24] },
    },
    ...(look.foreground
      ? [
          button(say.whileUsing, "permission_allow_foreground_only_button", answers.allow),
          button(say.onlyThisTime, "permission_allow_one_time_button", answers.allow),
        ]
      : [button(say.allow, "permission_allow_button", answers.allow)]),
    button(say.dontAllow, "permission_deny_button", answers.deny),
  );
  const card = view(
    {
      className: "LinearLayout",
      id: id("grant_dialog"),
      size: { width: 380 },
      paint: { background: "surface", radius: 28 },
      actions: { onTap: () => undefined },
    },
    content,
    buttons,
  );
  const singleton = view(
    { className: "LinearLayout", id: id("grant_singleton"), actions: { onTap: () => undefined } },
    card,
  );
  return view(
    { className: "FrameLayout" },
    view(
      { className: "FrameLayout" },
      view(
        { className: "FrameLayout", id: "android:id/content" },
        view({ className: "ScrollView", semantics: { focusable: true } }, singleton),
      ),
    ),
  );
}

/** "… isn't responding": the dialog of package `android` with its aerr_ buttons. */
export function anrDialog(ui: SystemUi, dialog: SystemDialog, answers: DialogAnswers): Element {
  const say = messagesFor(ui.services.locale());
  return errorDialog(say.notResponding.replace("{app}", ui.labelOf(dialog.packageName)), [
    ["close", say.closeApp, "aerr_close", answers.closeApp],
    ["pause", say.wait, "aerr_wait", answers.wait],
  ]);
}

/** "… keeps stopping": shown after an uncaught exception. */
export function crashDialog(ui: SystemUi, dialog: SystemDialog, answers: DialogAnswers): Element {
  const say = messagesFor(ui.services.locale());
  return errorDialog(say.keepsStopping.replace("{app}", ui.labelOf(dialog.packageName)), [
    ["settings", say.appInfo, "aerr_app_info", answers.appInfo],
    ["close", say.closeApp, "aerr_close", answers.closeApp],
  ]);
}

function errorDialog(
  title: string,
  buttons: readonly ["close" | "pause" | "settings", string, string, () => void][],
): Element {
  const rows = buttons.map(([, text, name, onTap]) =>
    label(text, {
      id: `android:id/${name}`,
      className: "Button",
      style: "bodyLarge",
      size: { width: "fill", minHeight: 48, padding: [24, 12, 24, 12] },
      actions: { onTap },
    }),
  );
  const panel = view(
    {
      className: "LinearLayout",
      id: "android:id/parentPanel",
      size: { width: 328, padding: [0, 20, 0, 12] },
      paint: { background: "surfaceVariant", radius: 28 },
    },
    view(
      { className: "LinearLayout", id: "android:id/topPanel", size: { width: "fill" } },
      view(
        {
          className: "LinearLayout",
          id: "android:id/title_template",
          size: { width: "fill", padding: [24, 0, 24, 12] },
        },
        label(title, { id: "android:id/alertTitle", style: "titleLarge", size: { width: "fill" } }),
      ),
    ),
    view(
      { className: "FrameLayout", id: "android:id/customPanel", size: { width: "fill" } },
      view(
        { className: "FrameLayout", id: "android:id/custom", size: { width: "fill" } },
        view({ className: "LinearLayout", size: { width: "fill" } }, ...rows),
      ),
    ),
  );
  return view(
    { className: "FrameLayout" },
    view({ className: "FrameLayout", id: "android:id/content" }, panel),
  );
}
