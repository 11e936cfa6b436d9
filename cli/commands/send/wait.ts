import type { Client } from "../../lib/api/client.ts";
import type { Message } from "../../lib/api/types/messages.ts";

/** How far a message is; the further ones include the nearer. */
const RANKS: Readonly<Record<string, number>> = { sent: 1, delivered: 2, read: 3, played: 3 };
const ENDS_BADLY = ["failed", "cancelled"];
const FIRST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 1_000;
const REQUEST_MS = 10_000;

export type Waited = { end: "reached" | "failed" | "timeout"; message: Message };

/**
 * Reads the message again and again, ever less often, until it has reached
 * `target`, has failed, or `timeoutMs` is over. `show` sees every reading.
 */
export async function waitFor(
  client: Client,
  accepted: { id: string },
  target: string,
  timeoutMs: number,
  show: (message: Message) => void,
): Promise<Waited> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)) {
    const message = await client.call(
      "GET /v1/messages/{id}",
      { path: { id: accepted.id } },
      { timeoutMs: REQUEST_MS },
    );
    show(message);
    if (ENDS_BADLY.includes(message.status)) return { end: "failed", message };
    if (hasReached(message.status, target)) return { end: "reached", message };
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return { end: "timeout", message };
    await Bun.sleep(Math.min(pauseMs, leftMs));
  }
}

/** Whether a status is as far as the one waited for. */
function hasReached(status: string, target: string): boolean {
  return (RANKS[status] ?? 0) >= (RANKS[target] ?? Number.POSITIVE_INFINITY);
}
