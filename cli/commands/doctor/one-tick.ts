import type { Client } from "../../lib/api/client.ts";
import type { Channel, ChannelHealth } from "../../lib/api/types/channels.ts";
import { type Finding, warning } from "./finding.ts";

/** Each is a request: of more numbers, only the first are looked at. */
const MOST = 20;

/** Asks for the health of the numbers that send now, and names those of whose messages many stay at one tick. */
export async function numbersAtOneTick(client: Client, channels: readonly Channel[]): Promise<Finding[]> {
  const sending = channels.filter(({ status }) => status === "connected" || status === "restricted");
  const looked = sending.slice(0, MOST).map(async ({ id }) => ({
    id,
    health: await client.call("GET /v1/channels/{id}/health", { path: { id } }),
  }));
  return oneTickFindings(await Promise.all(looked));
}

/** The numbers of whose messages more than usual stay at one tick, with the share that health counts. */
export function oneTickFindings(
  numbers: readonly { id: string; health: Pick<ChannelHealth, "parts"> }[],
): Finding[] {
  return numbers.flatMap(({ id, health }) => {
    const part = health.parts.find(({ name }) => name === "undelivered");
    if (part === undefined || part.lost === 0) return [];
    const share = `${Math.round(part.value * 100)}%`;
    return warning(
      "one tick",
      `${id}: of those it wrote to in the last week, ${share} got nothing; it stays at one tick`,
      part.advice ?? `See its messages: waypost messages list --channel ${id} --status sent`,
    );
  });
}
