import type { BinaryNode } from "baileys";
import { createFrameReader, frame } from "./frames.ts";
import type { ServerKeys } from "./keys.ts";
import type { Baileys } from "./libraries.ts";
import { createResponder, type Transport } from "./noise.ts";

/** The bytes of a client's connection: what a WebSocket offers. */
export type Socket = {
  send(data: Uint8Array): void;
  /** Says goodbye, then closes. */
  close(): void;
  /** Closes without a word. */
  terminate(): void;
};

/** A client's connection, once the handshake is done. */
export type Connection = {
  /** The client's Noise static key: who it is. */
  noiseKey: Buffer;
  send(stanza: BinaryNode): void;
  /** Sends a last stanza and closes. */
  end(stanza: BinaryNode): void;
  drop(): void;
  /** From now on it stays open, and neither says nor hears anything. */
  freeze(): void;
};

/** Who takes a connection's stanzas: someone who wants to be linked, or a companion that logged in. */
export type Handler = { stanza(stanza: BinaryNode): void | Promise<void>; closed(): void };

/** What a connection needs of the server. */
export type Host = {
  wa: Baileys;
  keys: ServerKeys;
  /** Decides who a client is, from the payload of its handshake; undefined: it was turned away. */
  admit(connection: Connection, payload: Buffer): Promise<Handler | undefined>;
  /** Hears why a connection was cut. */
  complain(cause: unknown): void;
};

/** One client, seen from the socket. */
export type Wire = { receive(data: Uint8Array): void; closed(): void; freeze(): void; drop(): void };

/**
 * Runs one client's connection: frames, handshake, then stanzas, each handled before the next. Bytes
 * that make no sense, and handlers that throw, end the connection.
 */
export function createWire({ wa, keys, admit, complain }: Host, socket: Socket): Wire {
  const read = createFrameReader(wa.NOISE_WA_HEADER);
  const responder = createResponder(wa, keys.static, keys.chain);
  let step: (data: Buffer) => Promise<void>;
  let handler: Handler | undefined;
  let frozen = false;
  let turn = Promise.resolve();

  const hello = async (data: Buffer) => {
    const { clientHello } = wa.proto.HandshakeMessage.decode(data);
    const serverHello = responder.hello(clientHello?.ephemeral ?? new Uint8Array());
    step = finish;
    socket.send(frame(wa.proto.HandshakeMessage.encode({ serverHello }).finish()));
  };
  const finish = async (data: Buffer) => {
    const { clientFinish } = wa.proto.HandshakeMessage.decode(data);
    const { clientStatic, payload } = responder.finish({
      static: clientFinish?.static ?? new Uint8Array(),
      payload: clientFinish?.payload ?? new Uint8Array(),
    });
    const transport = responder.transport();
    step = async (sealed) => handler?.stanza(await wa.decodeBinaryNode(transport.decrypt(sealed)));
    handler = await admit(createConnection(transport, clientStatic), payload);
  };
  step = hello;

  const createConnection = (transport: Transport, noiseKey: Buffer): Connection => {
    const send = (stanza: BinaryNode) => {
      if (!frozen) socket.send(frame(transport.encrypt(wa.encodeBinaryNode(stanza))));
    };
    return {
      noiseKey,
      send,
      end(stanza) {
        send(stanza);
        if (!frozen) socket.close();
      },
      drop: () => socket.terminate(),
      freeze: () => {
        frozen = true;
      },
    };
  };
  const process = async (data: Uint8Array) => {
    for (const sealed of read(data)) if (!frozen) await step(sealed);
  };
  const cut = (cause: unknown) => {
    complain(cause);
    socket.terminate();
  };
  return {
    receive(data) {
      turn = turn.then(() => process(data)).catch(cut);
    },
    closed() {
      frozen = true;
      void turn.then(() => handler?.closed());
    },
    freeze: () => {
      frozen = true;
    },
    drop: () => socket.terminate(),
  };
}
