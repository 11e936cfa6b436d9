/** The pools that organisations share: what a loud one asks of each, and a quiet one. */
import type { Stage, Target } from "../stage.ts";
import type { Loud } from "./loud.ts";

export type Pool = {
  loud: Omit<Loud, "url" | "headers">;
  /** A request of the quiet one; resolves once it is answered. */
  ask(nth: number): Promise<unknown>;
};

/** Makes what it needs. */
type OpenPool = (stage: Stage, quiet: Target) => Promise<Pool>;

/** What is accepted is not what is measured. */
const HARDLY_SENDING = { rate: { per_second: 1, per_recipient_seconds: 0 } };

export const POOLS: Record<string, OpenPool> = {
  batches: async ({ daemon }, quiet) => {
    await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: HARDLY_SENDING });
    return {
      loud: {
        requests: [post("/v1/messages/batch", { messages: [messageOf(daemon, 0)] })],
        ...{ times: 1000, atOnce: 8 },
      },
      ask: (nth) => quiet.api("POST", "/v1/messages", messageOf(quiet, nth)),
    };
  },
};

function post(path: string, body: Record<string, unknown>): Loud["requests"][number] {
  return { method: "POST", path, body };
}

function messageOf({ channelId }: Target, nth: number) {
  const to = String(14155000000 + nth);
  return { channel_id: channelId, to, type: "text", content: { body: "Your table is booked for 19:30." } };
}
