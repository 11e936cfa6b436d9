import type { BinaryNode } from "baileys";
import { createSerial } from "../../../lib/serial.ts";
import type { Baileys } from "../libraries.ts";
import { createFrameReader, frame } from "./frames.ts";
import type { ServerKeys } from "./keys.ts";
import { createResponder, type Responder, type Transport } from "./noise.ts";

/** The bytes of a client's connection: what a WebSocket offers. */
export type Socket = {
  send(data: Uint8Array): void;
  /** Says goodbye, then closes. */
  close(): void;
  /** Cuts the connection without a goodbye. */
  terminate(): void;
};

/** A client's connection, once the handshake is done. */
export type Connection = {
  /** The client's Noise static key: who it is. */
  noiseKey: Buffer;
  send(stanza: BinaryNode): void;
  /** Sends a last stanza, and closes once the client had time to read it; whatever the client sends after that is ignored. */
  end(stanza: BinaryNode): void;
  /** Cuts the connection without a goodbye. */
  drop(): void;
  /** From now on it stays open, but sends nothing and ignores what comes in. */
  freeze(): void;
};

/** Who takes a connection's stanzas: someone who wants to be linked, or a companion that logged in. */
export type Handler = { stanza(stanza: BinaryNode): void | Promise<void>; closed(): void };

/** The parts of the server that a connection needs. */
export type Host = {
  wa: Baileys;
  keys: ServerKeys;
  /** Decides who a client is, from the payload of its handshake; undefined: it was turned away. */
  admit(connection: Connection, payload: Buffer): Promise<Handler | undefined>;
  /** Called with why a connection was cut. */
  complain(cause: unknown): void;
};

/** One client, seen from the socket. */
export type Wire = { receive(data: Uint8Array): void; closed(): void; freeze(): void };

type Client = {
  socket: Socket;
  handler: Handler | undefined;
  /** Whatever comes in is ignored: the server has decided so. */
  frozen: boolean;
  /** The socket is closed; what it brought before is still handled. */
  gone: boolean;
};

/** Handles the next frame; returns the handler of the one after. */
type Step = (data: Buffer) => Promise<Step>;

/** So long a client has to read a last stanza and to go by itself. Some (whatsmeow) read nothing once it is closed. */
const PARTING_MS = 250;

const NOTHING = new Uint8Array();

/**
 * Runs one client's connection: frames, handshake, then stanzas, each handled before the next. Bytes
 * that make no sense, and handlers that throw, end the connection.
 */
export function createWire(host: Host, socket: Socket): Wire {
  const client: Client = { socket, handler: undefined, frozen: false, gone: false };
  const read = createFrameReader(host.wa.NOISE_WA_HEADER);
  let step = greet(host, client);
  const take = async (data: Uint8Array) => {
    for (const part of read(data)) if (!client.frozen) step = await step(part);
  };
  const cut = (cause: unknown) => {
    host.complain(cause);
    socket.terminate();
  };
  const turns = createSerial(cut);
  return {
    receive(data) {
      turns.add(() => take(data));
    },
    closed() {
      client.gone = true;
      void turns.done().then(() => client.handler?.closed());
    },
    freeze: () => {
      client.frozen = true;
    },
  };
}

/** The client's first message: its ephemeral key. */
function greet(host: Host, client: Client): Step {
  const { HandshakeMessage } = host.wa.proto;
  const responder = createResponder(host.wa, host.keys.static, host.keys.chain);
  return async (data) => {
    const { clientHello } = HandshakeMessage.decode(data);
    const serverHello = responder.hello(clientHello?.ephemeral ?? NOTHING);
    client.socket.send(frame(HandshakeMessage.encode({ serverHello }).finish()));
    return finish(host, client, responder);
  };
}

/** Its second message: who it is and what it wants. */
function finish(host: Host, client: Client, responder: Responder): Step {
  return async (data) => {
    const { clientFinish } = host.wa.proto.HandshakeMessage.decode(data);
    const sealed = { static: clientFinish?.static ?? NOTHING, payload: clientFinish?.payload ?? NOTHING };
    const { clientStatic, payload } = responder.finish(sealed);
    const transport = responder.transport();
    client.handler = await host.admit(createConnection(host, client, transport, clientStatic), payload);
    return takeStanza(host, client, transport);
  };
}

/** Every other one: a stanza. */
function takeStanza(host: Host, client: Client, transport: Transport): Step {
  const step: Step = async (sealed) => {
    await client.handler?.stanza(await host.wa.decodeBinaryNode(transport.decrypt(sealed)));
    return step;
  };
  return step;
}

function createConnection({ wa }: Host, client: Client, transport: Transport, noiseKey: Buffer): Connection {
  const { socket } = client;
  const send = (stanza: BinaryNode) => {
    if (client.frozen || client.gone) return;
    socket.send(frame(transport.encrypt(wa.encodeBinaryNode(stanza))));
  };
  return {
    noiseKey,
    send,
    end(stanza) {
      if (client.frozen) return;
      send(stanza);
      client.frozen = true;
      setTimeout(() => client.gone || socket.close(), PARTING_MS).unref();
    },
    drop() {
      client.frozen = true;
      socket.terminate();
    },
    freeze: () => {
      client.frozen = true;
    },
  };
}
