import type { BinaryNode } from "baileys";
import type { Server } from "bun";
import { refusedOnLoopback } from "../../../lib/loopback.ts";
import type { Certificate } from "../link.ts";
import { versionPage } from "../memory/versions.ts";
import { admit } from "../pairing/admission.ts";
import type { World } from "../world.ts";
import { createWire, type Handler, type Host, type Wire } from "./connection.ts";
import { MOST_FRAME_BYTES } from "./frames.ts";
import { WHATSAPP_ORIGIN } from "./origin.ts";

/** A listening server. */
export type Listener = {
  port: number;
  /** Cuts every connection, and listens no more. */
  stop(): Promise<void>;
};

export type ListenOptions = {
  hostname: string;
  port: number;
  certificate: Certificate | undefined;
  /** Called with each stanza of a client. */
  onStanza?: ((stanza: BinaryNode) => void) | undefined;
};

type Client = { wire: Wire | undefined; frozen: boolean };

/** Listens for WhatsApp Web clients; with a certificate, over TLS. Rejects when the port is taken. */
export function listen(world: World, { hostname, port, certificate, onStanza }: ListenOptions): Listener {
  const host: Host = {
    wa: world.wa,
    keys: world.keys,
    async admit(connection, payload) {
      const handler = await admit(world, connection, payload);
      return handler === undefined ? undefined : watched(handler, onStanza);
    },
    complain: world.journal.complain,
  };
  const server = Bun.serve<Client>({
    hostname,
    port,
    development: false,
    ...(certificate === undefined ? {} : { tls: certificate }),
    fetch: (request, server) =>
      refusal(request, hostname) ?? page(world, request) ?? upgrade(world, request, server),
    websocket: {
      maxPayloadLength: MOST_FRAME_BYTES,
      open(socket) {
        socket.data.wire = createWire(host, {
          send: (data) => void socket.sendBinary(data),
          close: () => socket.close(),
          terminate: () => socket.terminate(),
        });
        if (socket.data.frozen) socket.data.wire.freeze();
      },
      message: (socket, data) => socket.data.wire?.receive(Buffer.from(data)),
      close: (socket) => socket.data.wire?.closed(),
    },
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}

/** Shows each stanza before it is handled. */
function watched(handler: Handler, onStanza: ListenOptions["onStanza"]): Handler {
  return {
    closed: () => handler.closed(),
    stanza(stanza) {
      onStanza?.(stanza);
      return handler.stanza(stanza);
    },
  };
}

/** A browser connects from any page to any WebSocket. */
function refusal(request: Request, host: string): Response | null {
  const reason = refusedOnLoopback(request, { host, origins: [WHATSAPP_ORIGIN] });
  return reason === null ? null : new Response(reason, { status: 403 });
}

function page({ versions }: World, request: Request): Response | null {
  return new URL(request.url).pathname === "/sw.js" ? versionPage(versions) : null;
}

function upgrade(world: World, request: Request, server: Server<Client>): Response | undefined {
  const fault = world.faults.take("upgrade")?.fault;
  if (fault === "refuse") return new Response("refused", { status: 503 });
  const data: Client = { wire: undefined, frozen: fault === "freeze" };
  if (server.upgrade(request, { data })) return undefined;
  return new Response("only WebSocket clients are served here", { status: 426 });
}
