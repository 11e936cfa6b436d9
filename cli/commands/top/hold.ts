import type { Client } from "../../lib/api/client.ts";
import { chosenRow, type TopSession } from "./session.ts";

/** The channel or endpoint of the chosen row, which can be paused and resumed. */
export type Holdable = { kind: "channel" | "endpoint"; id: string; name: string };

const WAITS = { channel: "messages wait", endpoint: "events wait for it" };

/** The channel or endpoint that the chosen row is or is the lane of; null for others. */
export function holdableOf(session: TopSession): Holdable | null {
  const chosen = chosenRow(session)?.row;
  if (chosen === undefined) return null;
  if (session.pane === "channels") return { kind: "channel", id: chosen.id, name: chosen.name };
  if (session.pane === "endpoints") return { kind: "endpoint", id: chosen.id, name: chosen.url };
  if (session.pane === "errors" || !["channel", "endpoint"].includes(chosen.kind)) return null;
  return { kind: chosen.kind, id: chosen.lane_id, name: chosen.name };
}

/** Pauses or resumes a channel or endpoint; returns a sentence about the result. Rejects with a `Failure`. */
export async function hold(client: Client, { kind, id, name }: Holdable, paused: boolean): Promise<string> {
  if (kind === "channel") {
    await client.call("PATCH /v1/channels/{id}", { path: { id }, body: { settings: { paused } } });
  } else {
    const route = "PATCH /v1/settings/developer/webhooks/endpoints/{id}";
    await client.call(route, { path: { id }, body: { enabled: !paused } });
  }
  return paused ? `Paused ${name}: ${WAITS[kind]}. r resumes it.` : `Resumed ${name}.`;
}
