import type { Color } from "./kit/element.ts";

type Role = Exclude<Color, `#${string}`>;
type Scheme = Record<Role, `#${string}`>;

/** Material 3's baseline colour scheme (m3.material.io, "Static baseline"). */
const LIGHT: Scheme = {
  background: "#fef7ff",
  surface: "#fef7ff",
  surfaceVariant: "#e7e0ec",
  primary: "#6750a4",
  onPrimary: "#ffffff",
  primaryContainer: "#eaddff",
  onPrimaryContainer: "#21005d",
  onSurface: "#1d1b20",
  onSurfaceVariant: "#49454f",
  outline: "#79747e",
  outlineVariant: "#cac4d0",
  error: "#b3261e",
  onError: "#ffffff",
  inverseSurface: "#322f35",
  inverseOnSurface: "#f5eff7",
};

const DARK: Scheme = {
  background: "#141218",
  surface: "#141218",
  surfaceVariant: "#36343b",
  primary: "#d0bcff",
  onPrimary: "#381e72",
  primaryContainer: "#4f378b",
  onPrimaryContainer: "#eaddff",
  onSurface: "#e6e0e9",
  onSurfaceVariant: "#cac4d0",
  outline: "#938f99",
  outlineVariant: "#49454f",
  error: "#f2b8b5",
  onError: "#601410",
  inverseSurface: "#e6e0e9",
  inverseOnSurface: "#322f35",
};

/** A colour as 0xrrggbb in the light or dark scheme. */
export function colorValue(color: Color, night: boolean): number {
  const hex = isFixed(color) ? color : (night ? DARK : LIGHT)[color];
  return Number.parseInt(hex.slice(1), 16);
}

function isFixed(color: Color): color is `#${string}` {
  return color.startsWith("#");
}
