/** Shapes of secrets: our keys and tokens, webhook secrets, Meta's access tokens, bearer tokens, passwords in addresses. */
const SECRETS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bwp_[0-9A-Za-z]{6,}/g, "wp_…"],
  [/\bwp[sir]_[\w-]{6,}/g, "wp…"],
  [/\bwhsec_[0-9A-Za-z+/=]{6,}/g, "whsec_…"],
  [/\bEA[0-9A-Za-z]{20,}/g, "EA…"],
  [/\bBearer\s+\S+/gi, "Bearer …"],
  [/(\/\/[^/\s:@]+):[^/\s@]+@/g, "$1:…@"],
];

/** The text with everything that looks like a secret cut out: what errors may say. */
export function redact(text: string): string {
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** `wp_…9xYz`: enough to recognise a key in a list, not enough to use it. */
export function maskKey(key: string): string {
  return key.length < 12 ? "…" : `${key.slice(0, 3)}…${key.slice(-4)}`;
}
