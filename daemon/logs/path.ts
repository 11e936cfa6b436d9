/** Longer ones are cut: no path of the API comes near. */
const LONGEST_PATH = 512;
/** Longer parts are no ids: the longest, a provider's of a message, has about 80 characters. */
const LONGEST_PART = 128;

/**
 * How our own secrets and those of Meta begin, wherever in a text they stand:
 * API keys, tokens of logins, invitations and resets, signing secrets, access tokens.
 */
const SECRET = /(?:wp[sir]?_|EAA)[\w-]{8,}|whsec_[\w+/=-]{8,}/g;

/** A path to be shown: nothing is left in it that looks like a secret, which may be there by mistake. */
export function shownPath(path: string): string {
  const parts = withoutSecrets(decoded(path)).split("/");
  const text = parts
    .map((part) => (part.length > LONGEST_PART ? "…" : part))
    .join("/")
    .replace(/[\p{Cc}\p{Cs}]/gu, " ");
  return text.length > LONGEST_PATH ? `${text.slice(0, LONGEST_PATH - 1)}…` : text;
}

/** A text with a mark in place of each secret. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRET, "…");
}

/** As it was meant, so that a secret is found however it is written. */
function decoded(path: string, layers = 3): string {
  try {
    const inner = decodeURIComponent(path);
    return inner === path || layers === 1 ? inner : decoded(inner, layers - 1);
  } catch {
    return path;
  }
}
