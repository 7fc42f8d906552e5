import type { SettingsNamespace } from "./types.ts";

type Listener = (namespace: SettingsNamespace, key: string, value: string | null) => void;

const DEFAULTS: Record<SettingsNamespace, Record<string, string>> = {
  system: {
    accelerometer_rotation: "1",
    dim_screen: "1",
    haptic_feedback_enabled: "1",
    pointer_speed: "0",
    screen_brightness: "102",
    screen_brightness_mode: "0",
    screen_off_timeout: "2147483647",
    sound_effects_enabled: "1",
    user_rotation: "0",
    volume_music: "5",
  },
  secure: {
    accessibility_enabled: "0",
    android_id: "8f0a1b2c3d4e5f60",
    autofill_service: "null",
    default_input_method: "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME",
    enabled_input_methods: "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME",
    install_non_market_apps: "1",
    location_mode: "3",
    lockscreen_disabled: "1",
    navigation_mode: "2",
    show_ime_with_hard_keyboard: "1",
    sleep_timeout: "-1",
    ui_night_mode: "1",
    user_setup_complete: "1",
  },
  global: {
    adb_enabled: "1",
    airplane_mode_on: "0",
    animator_duration_scale: "1.0",
    auto_time: "1",
    auto_time_zone: "1",
    bluetooth_on: "1",
    development_settings_enabled: "1",
    device_name: "Virtual Device",
    device_provisioned: "1",
    mobile_data: "1",
    stay_on_while_plugged_in: "1",
    transition_animation_scale: "1.0",
    usb_mass_storage_enabled: "1",
    wifi_on: "1",
    window_animation_scale: "1.0",
  },
};

export interface SettingsStore {
  get(namespace: SettingsNamespace, key: string): string | null;
  /** A null value removes the key. */
  put(namespace: SettingsNamespace, key: string, value: string | null): void;
  list(namespace: SettingsNamespace): [string, string][];
  onChange(listener: Listener): void;
  reset(): void;
  snapshot(): Record<SettingsNamespace, Record<string, string>>;
  restore(snapshot: Record<SettingsNamespace, Record<string, string>>): void;
}

/** The three settings tables, with the values of a freshly set up emulator. */
export function createSettings(): SettingsStore {
  let tables = structuredClone(DEFAULTS);
  const listeners: Listener[] = [];
  return {
    get: (namespace, key) =>
      Object.hasOwn(tables[namespace], key) ? (tables[namespace][key] ?? null) : null,
    put(namespace, key, value) {
      if (value === null) delete tables[namespace][key];
      else
        Object.defineProperty(tables[namespace], key, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      for (const listener of listeners) listener(namespace, key, value);
    },
    list: (namespace) => Object.entries(tables[namespace]).sort(([a], [b]) => (a < b ? -1 : 1)),
    onChange: (listener) => void listeners.push(listener),
    reset() {
      tables = structuredClone(DEFAULTS);
    },
    snapshot: () => structuredClone(tables),
    restore(snapshot) {
      tables = structuredClone(snapshot);
    },
  };
}
