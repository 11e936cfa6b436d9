import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import type { GraphSandboxOptions } from "../../../daemon/sandbox/graph/options.ts";
import { startGraphSandbox } from "../../../daemon/sandbox/graph/sandbox.ts";

export const PHONE = SANDBOX_DEFAULTS.phoneNumber;
export const PERSON = "16505551234";

export type Json = Record<string, unknown>;
export type Answer = { status: number; body: Json };
export type Webhook = { raw: Uint8Array; signature: string | null; body: Json };
export type Status = { id: string; status: string; recipient_id?: string; [more: string]: unknown };

/** A receiver of webhooks that keeps the raw bytes and whose answer can be set. */
export function openReceiver(port = 0) {
  const webhooks: Webhook[] = [];
  const waiting = new Set<() => void>();
  const state = { status: 200, seen: 0 };
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    async fetch(request) {
      state.seen += 1;
      const url = new URL(request.url);
      const token = url.searchParams.get("hub.verify_token");
      if (request.method === "GET" && token === SANDBOX_DEFAULTS.verifyToken) {
        return new Response(url.searchParams.get("hub.challenge"));
      }
      const raw = new Uint8Array(await request.arrayBuffer());
      if (request.method === "POST" && state.status === 200) {
        const signature = request.headers.get("x-hub-signature-256");
        webhooks.push({ raw, signature, body: JSON.parse(new TextDecoder().decode(raw)) });
      }
      for (const wake of waiting) wake();
      return new Response(null, { status: request.method === "POST" ? state.status : 403 });
    },
  });
  return {
    state,
    webhooks,
    url: `http://127.0.0.1:${server.port}/webhook`,
    port: server.port ?? 0,
    values: (): Json[] => webhooks.flatMap(({ body }) => valuesOf(body)),
    statuses: (): Status[] => webhooks.flatMap(({ body }) => valuesOf(body).flatMap(statusesOf)),
    /** Resolves as soon as the condition holds, looking again after each request. */
    until(condition: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (!condition()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    close: () => server.stop(true),
  };
}

export type Receiver = ReturnType<typeof openReceiver>;

function valuesOf(body: Json): Json[] {
  const entries = body.entry as { changes: { value: Json }[] }[];
  return entries.flatMap(({ changes }) => changes.map(({ value }) => value));
}

function statusesOf(value: Json): Status[] {
  return (value.statuses as Status[] | undefined) ?? [];
}

/** A sandbox with a receiver, and short ways to call it. */
export async function openSandbox(options: Partial<GraphSandboxOptions> = {}) {
  const receiver = openReceiver();
  const sandbox = await startGraphSandbox({ ...SANDBOX_DEFAULTS, webhookUrl: receiver.url, ...options });
  const authorization = `Bearer ${SANDBOX_DEFAULTS.accessToken}`;

  async function graph(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { authorization, "content-type": "application/json" };
    const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    return read(await fetch(`${sandbox.graphUrl}/${path}`, { method, headers, ...init }));
  }

  return {
    sandbox,
    receiver,
    authorization,
    graph,
    post: (body: unknown) => graph("POST", `${PHONE.id}/messages`, body),
    /** Sends a message with the usual frame around its content. */
    send: (content: Json, to = PERSON) =>
      graph("POST", `${PHONE.id}/messages`, { messaging_product: "whatsapp", to, ...content }),
    async control(method: string, path: string, body?: unknown): Promise<Answer> {
      const headers = { "content-type": "application/json" };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      return read(await fetch(`${sandbox.url}/sandbox/${path}`, { method, headers, ...init }));
    },
    async upload(mimeType: string, bytes = new Uint8Array([1, 2, 3])): Promise<Answer> {
      const form = new FormData();
      form.set("messaging_product", "whatsapp");
      form.set("file", new File([bytes], "file", { type: mimeType }));
      const init = { method: "POST", headers: { authorization }, body: form };
      return read(await fetch(`${sandbox.graphUrl}/${PHONE.id}/media`, init));
    },
    async close(): Promise<void> {
      await sandbox.stop();
      await receiver.close();
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>;

async function read(response: Response): Promise<Answer> {
  return { status: response.status, body: (await response.json()) as Json };
}

/** The code of a Graph API error answer. */
export function codeOf({ body }: Answer): unknown {
  return (body.error as Json | undefined)?.code;
}

/** The id of an accepted message. */
export function wamidOf({ body }: Answer): string {
  const [message] = (body.messages ?? []) as { id: string }[];
  if (message === undefined) throw new Error(`no message was accepted: ${JSON.stringify(body)}`);
  return message.id;
}

export const text = (body = "Hello"): Json => ({ type: "text", text: { body } });
