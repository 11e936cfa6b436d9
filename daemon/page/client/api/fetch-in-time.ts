import { addressOf } from "./root.ts";

/**
 * The response of the daemon at a path, with the browser's login, once its head is there. Rejects when that takes too
 * long: a connection that died while the machine slept would be waited for without end.
 */
export async function fetchInTime(
  path: string,
  { signal, ...init }: RequestInit,
  mostMs: number,
): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), mostMs);
  const signals = signal ? [signal, patience.signal] : [patience.signal];
  try {
    return await fetch(addressOf(path), {
      ...init,
      signal: AbortSignal.any(signals),
      credentials: "same-origin",
    });
  } finally {
    clearTimeout(timer);
  }
}
