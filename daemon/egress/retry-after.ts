/** `Retry-After` given as seconds or as a date (RFC 9110, section 10.2.3); 0 when it is missing or unreadable. */
export function retryAfterMs(value: string | null, now: Date): number {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}
