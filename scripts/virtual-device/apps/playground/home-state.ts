/** What Home remembers while it is shown: all of its tabs share it. */
export interface HomeState {
  tab: number;
  sub: number;
  taps: number;
  longPresses: number;
  lastAction: string;
  checked: boolean;
  switched: boolean;
  /** Index of the card on top of the swipe tab. */
  card: number;
  lastSwipe: string;
  texts: Record<TextField, string>;
  selected: string[];
  basket: string[];
  messages: string[];
  draft: string;
  /** The question of the settings tab that is open. */
  dialog: "signOut" | "clear" | null;
}

export type TextField = "basic" | "email" | "password" | "comments" | "numeric" | "search";

/** Home as it is when it is opened on a sub-tab. */
export function initialHome(sub: number): HomeState {
  return {
    tab: 0,
    sub,
    taps: 0,
    longPresses: 0,
    lastAction: "None",
    checked: false,
    switched: false,
    card: 0,
    lastSwipe: "None",
    texts: { basic: "", email: "", password: "", comments: "", numeric: "", search: "" },
    selected: [],
    basket: [],
    messages: [],
    draft: "",
    dialog: null,
  };
}
