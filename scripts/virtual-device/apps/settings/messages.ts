export interface SettingsMessages {
  settings: string;
  display: string;
  displaySummary: string;
  system: string;
  systemSummary: string;
  apps: string;
  appsSummary: string;
  network: string;
  networkSummary: string;
  darkTheme: string;
  darkOn: string;
  darkOff: string;
  fontSize: string;
  autoRotate: string;
  language: string;
  about: string;
  small: string;
  default: string;
  large: string;
  largest: string;
  wifi: string;
  airplane: string;
}

const ENGLISH: SettingsMessages = {
  settings: "Settings",
  display: "Display",
  displaySummary: "Dark theme, font size, brightness",
  system: "System",
  systemSummary: "Languages, gestures, time, backup",
  apps: "Apps",
  appsSummary: "Recent apps, default apps",
  network: "Network & internet",
  networkSummary: "Mobile, Wi‑Fi, hotspot",
  darkTheme: "Dark theme",
  darkOn: "On / Will never turn off automatically",
  darkOff: "Off / Will never turn on automatically",
  fontSize: "Font size",
  autoRotate: "Auto-rotate screen",
  language: "Languages",
  about: "About phone",
  small: "Small",
  default: "Default",
  large: "Large",
  largest: "Largest",
  wifi: "Wi‑Fi",
  airplane: "Airplane mode",
};

const OTHERS: Record<string, Partial<SettingsMessages>> = {
  ar: {
    settings: "الإعدادات",
    display: "العرض",
    displaySummary: "المظهر الداكن، حجم الخط، السطوع",
    system: "النظام",
    systemSummary: "اللغات، الإيماءات، الوقت، الاحتفاظ بنسخة احتياطية",
    apps: "التطبيقات",
    darkTheme: "المظهر الداكن",
    darkOn: "مفعّل",
    darkOff: "غير مفعّل",
    fontSize: "حجم الخط",
    autoRotate: "تدوير الشاشة تلقائيًا",
    language: "اللغات",
    about: "معلومات الهاتف",
    network: "الشبكة والإنترنت",
    small: "صغير",
    default: "تلقائي",
    large: "كبير",
    largest: "الأكبر",
  },
  de: {
    settings: "Einstellungen",
    display: "Display",
    displaySummary: "Dunkles Design, Schriftgröße, Helligkeit",
    system: "System",
    systemSummary: "Sprachen, Touch-Gesten, Uhrzeit, Sicherung",
    apps: "Apps",
    appsSummary: "Zuletzt verwendete und Standard-Apps",
    darkTheme: "Dunkles Design",
    darkOn: "An / Wird nie automatisch deaktiviert",
    darkOff: "Aus / Wird nie automatisch aktiviert",
    fontSize: "Schriftgröße",
    autoRotate: "Display automatisch drehen",
    language: "Sprachen",
    about: "Über das Telefon",
    network: "Netzwerk & Internet",
    small: "Klein",
    default: "Standard",
    large: "Groß",
    largest: "Am größten",
  },
};

/** The texts of a language, English where it has none. */
export function settingsMessages(locale: string): SettingsMessages {
  return { ...ENGLISH, ...OTHERS[locale.split("-")[0] ?? ""] };
}
