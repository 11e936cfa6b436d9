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
  accepting: async ({ daemon }, quiet) =>
    await besideSends(daemon, quiet, {
      requests: [post("/v1/messages", messageOf(daemon, 0))],
      atOnce: 256,
    }),
  batches: async ({ daemon }, quiet) =>
    await besideSends(daemon, quiet, {
      requests: [post("/v1/messages/batch", { messages: [messageOf(daemon, 0)] })],
      ...{ times: 1000, atOnce: 8 },
    }),
  lists: async (_, quiet) => ({
    loud: { requests: [{ method: "GET", path: "/v1/messages?limit=100" }], atOnce: 64 },
    ask: () => quiet.api("GET", "/v1/messages?limit=20"),
  }),
  changes: async ({ daemon }, quiet) => {
    const [loudOne, quietOne] = await Promise.all([daemon, quiet].map(addContact));
    const change = { method: "PATCH", path: `/v1/contacts/${loudOne?.id}` };
    const requests = ["Ada", "Ada King"].map((name) => ({ ...change, body: { name } }));
    return {
      loud: { requests, atOnce: 64 },
      ask: (nth) => quiet.api("PATCH", `/v1/contacts/${quietOne?.id}`, { name: `Grace ${nth}` }),
    };
  },
  jobs: async (_, quiet) => ({
    loud: { requests: [post("/v1/templates/sync", {})], atOnce: 8 },
    ask: () => synchronised(quiet),
  }),
  uploads: async (_, quiet) => ({
    loud: { requests: [{ method: "POST", path: "/v1/media", fileBytes: 1024 ** 2 }], atOnce: 16 },
    ask: (nth) => uploaded(quiet, nth),
  }),
};

async function besideSends(daemon: Target, quiet: Target, loud: Pool["loud"]): Promise<Pool> {
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: HARDLY_SENDING });
  return { loud, ask: (nth) => quiet.api("POST", "/v1/messages", messageOf(quiet, nth)) };
}

function addContact({ api }: Target): Promise<{ id: string }> {
  return api("POST", "/v1/contacts", { phone_number: "+14155550100" });
}

async function synchronised({ api }: Target): Promise<void> {
  const { id } = await api<{ id: string }>("POST", "/v1/templates/sync", {});
  for (let status = ""; status !== "succeeded"; ) {
    await Bun.sleep(5);
    ({ status } = await api<{ status: string }>("GET", `/v1/templates/sync/${id}`));
    if (status === "failed") throw new Error("a synchronisation failed");
  }
}

async function uploaded({ url, key }: Target, nth: number): Promise<void> {
  const body = `${nth} ${crypto.randomUUID()} `.repeat(1000);
  const headers = { "x-api-key": key, "content-type": "text/plain" };
  const { status } = await fetch(`${url}/v1/media`, { method: "POST", headers, body });
  if (status !== 201) throw new Error(`POST /v1/media: ${status}`);
}

function post(path: string, body: Record<string, unknown>): Loud["requests"][number] {
  return { method: "POST", path, body };
}

function messageOf({ channelId }: Target, nth: number) {
  const to = String(14155000000 + nth);
  return { channel_id: channelId, to, type: "text", content: { body: "Your table is booked for 19:30." } };
}
