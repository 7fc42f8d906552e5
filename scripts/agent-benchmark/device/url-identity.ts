import { shortDigest } from "./digest.ts";

/**
 * A URL without its secrets: scheme and host in the clear, path, query and credentials each as a digest only. Proxies are
 * also written without a scheme (`proxy:3128`).
 */
export function urlIdentity(value: string): string {
  if (/^\d{1,5}$/.test(value)) return `port ${value}`;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
  let url: URL;
  try {
    url = new URL(hasScheme ? value : `http://${value}`);
  } catch {
    return `unreadable, digest ${shortDigest(value)}`;
  }
  const parts = [`${hasScheme ? `${url.protocol}//` : ""}${url.host}`];
  if (url.pathname !== "/" && url.pathname !== "") parts.push(`path ${shortDigest(url.pathname)}`);
  if (url.search !== "") parts.push(`query ${shortDigest(url.search)}`);
  if (url.username !== "" || url.password !== "")
    parts.push(`credentials ${shortDigest(`${url.username}:${url.password}`)}`);
  return parts.join(", ");
}

/** A value that is harmless to show (a model name, a region), or its digest when it could carry an account or a secret. */
export function plainOrDigest(value: string): string {
  const harmless =
    /^[\w.:/[\],*\s-]{1,300}$/.test(value) && !/\barn:|\d{12}/i.test(value) && !/sk-/i.test(value);
  return harmless ? value : `digest ${shortDigest(value)}`;
}
