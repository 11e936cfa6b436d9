const LONGEST_WAIT_MS = 2_000;

/** Whether a Waypost daemon answers at this address. */
export async function isWaypostUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
    const health: unknown = await response.json();
    return typeof health === "object" && health !== null && "uptime_seconds" in health;
  } catch {
    return false;
  }
}
