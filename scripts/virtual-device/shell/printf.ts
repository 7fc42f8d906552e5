const SIMPLE: Record<string, string> = {
  "\\": "\\",
  '"': '"',
  "'": "'",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unescapeText(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|(["'\\abefnrtv]))/g,
    (_, hex: string | undefined, unicode: string | undefined, octal: string | undefined, simple: string) => {
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return SIMPLE[simple] ?? simple;
    },
  );
}

function pad(text: string, flags: string, width: number): string {
  if (flags.includes("-")) return text.padEnd(width);
  if (flags.includes("0")) {
    return text.startsWith("-") ? `-${text.slice(1).padStart(width - 1, "0")}` : text.padStart(width, "0");
  }
  return text.padStart(width);
}

/** Formats as the shell's printf; the format is used again while arguments are left. `error` names a bad number. */
export function printf(format: string, args: readonly string[]): { text: string; error: string | null } {
  let text = "";
  let error: string | null = null;
  let next = 0;
  let used = false;
  const integer = (value: string): number => {
    if (value === "") return 0;
    if (/^["']/.test(value)) return value.codePointAt(1) ?? 0;
    const number = /^[-+]?0[0-7]+$/.test(value) ? Number.parseInt(value, 8) : Number(value);
    if (Number.isNaN(number)) {
      error = `${value}: not a number`;
      return Number.parseInt(value, 10) || 0;
    }
    return Math.trunc(number);
  };
  do {
    used = false;
    text += format.replace(
      /%([-+ 0#]*)(\*|\d+)?(?:\.(\d+))?([a-zA-Z%])|\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|["'\\abefnrtv])/g,
      (
        match,
        flags: string | undefined,
        width: string | undefined,
        precision: string | undefined,
        kind: string | undefined,
      ) => {
        if (kind === undefined) return unescapeText(match);
        if (kind === "%") return "%";
        const columns = width === "*" ? integer(args[next++] ?? "") : Number(width ?? 0);
        const value = args[next++] ?? "";
        used = true;
        const shown = (): string => {
          switch (kind) {
            case "d":
            case "i":
            case "u":
              return `${flags?.includes("+") && integer(value) >= 0 ? "+" : ""}${integer(value)}`;
            case "x":
              return (integer(value) >>> 0).toString(16);
            case "X":
              return (integer(value) >>> 0).toString(16).toUpperCase();
            case "o":
              return (integer(value) >>> 0).toString(8);
            case "f":
              return Number(value || 0).toFixed(Number(precision ?? 6));
            case "e":
            case "g":
              return String(Number(value || 0));
            case "c":
              return value.slice(0, 1);
            case "b":
              return unescapeText(value);
            case "q":
              return `'${value.replaceAll("'", "'\\''")}'`;
            default:
              return precision === undefined ? value : value.slice(0, Number(precision));
          }
        };
        return pad(shown(), flags ?? "", columns);
      },
    );
  } while (used && next < args.length);
  return { text, error };
}
