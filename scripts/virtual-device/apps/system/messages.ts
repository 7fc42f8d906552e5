/** What the system's own windows say. */
export interface Messages {
  allowLocation: string;
  allowCamera: string;
  allowMicrophone: string;
  allowNotifications: string;
  allowContacts: string;
  allowPhone: string;
  allowOther: string;
  whileUsing: string;
  onlyThisTime: string;
  allow: string;
  dontAllow: string;
  notResponding: string;
  keepsStopping: string;
  closeApp: string;
  wait: string;
  appInfo: string;
  swipeToUnlock: string;
  noNotifications: string;
  manage: string;
  clearAll: string;
  internet: string;
  bluetooth: string;
  darkTheme: string;
  autoRotate: string;
  on: string;
  off: string;
}

const ENGLISH: Messages = {
  allowLocation: "Allow {app} to access this device’s location?",
  allowCamera: "Allow {app} to take pictures and record video?",
  allowMicrophone: "Allow {app} to record audio?",
  allowNotifications: "Allow {app} to send you notifications?",
  allowContacts: "Allow {app} to access your contacts?",
  allowPhone: "Allow {app} to make and manage phone calls?",
  allowOther: "Allow {app} to use {permission}?",
  whileUsing: "While using the app",
  onlyThisTime: "Only this time",
  allow: "Allow",
  dontAllow: "Don’t allow",
  notResponding: "{app} isn't responding",
  keepsStopping: "{app} keeps stopping",
  closeApp: "Close app",
  wait: "Wait",
  appInfo: "App info",
  swipeToUnlock: "Swipe up to unlock",
  noNotifications: "No notifications",
  manage: "Manage",
  clearAll: "Clear all",
  internet: "Internet",
  bluetooth: "Bluetooth",
  darkTheme: "Dark theme",
  autoRotate: "Auto-rotate",
  on: "On",
  off: "Off",
};

const OTHERS: Record<string, Partial<Messages>> = {
  ar: {
    allowNotifications: "هل تريد السماح لتطبيق {app} بإرسال إشعارات إليك؟",
    allowLocation: "هل تريد السماح لتطبيق {app} بالوصول إلى الموقع الجغرافي لهذا الجهاز؟",
    whileUsing: "أثناء استخدام التطبيق",
    onlyThisTime: "هذه المرة فقط",
    allow: "السماح",
    dontAllow: "عدم السماح",
    notResponding: "لا يستجيب تطبيق {app}",
    keepsStopping: "يتوقف تطبيق {app} باستمرار",
    closeApp: "إغلاق التطبيق",
    wait: "الانتظار",
    appInfo: "معلومات التطبيق",
    swipeToUnlock: "مرّر سريعًا لأعلى لفتح القفل",
    noNotifications: "ليس لديك أي إشعارات",
    darkTheme: "المظهر الداكن",
    clearAll: "محو الكل",
    manage: "إدارة",
  },
  de: {
    allowNotifications: "Darf {app} dir Benachrichtigungen senden?",
    allowLocation: "Darf {app} auf den Gerätestandort zugreifen?",
    whileUsing: "Bei Nutzung der App",
    onlyThisTime: "Nur dieses Mal",
    allow: "Zulassen",
    dontAllow: "Nicht zulassen",
    notResponding: "{app} reagiert nicht",
    keepsStopping: "{app} wird wiederholt beendet",
    closeApp: "App schließen",
    wait: "Warten",
    appInfo: "App-Info",
    swipeToUnlock: "Zum Entsperren nach oben wischen",
    noNotifications: "Keine Benachrichtigungen",
    darkTheme: "Dunkles Design",
    clearAll: "Alle löschen",
    manage: "Verwalten",
  },
};

/** The texts of a language, English where it has none. */
export function messagesFor(locale: string): Messages {
  return { ...ENGLISH, ...OTHERS[locale.split("-")[0] ?? ""] };
}
