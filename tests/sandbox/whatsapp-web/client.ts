import { EventEmitter, once } from "node:events";
import { Agent } from "node:https";
import {
  type AuthenticationState,
  BufferJSON,
  type ConnectionState,
  initAuthCreds,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WASocket,
} from "baileys";
import { pino } from "pino";
import { silenceLibsignal } from "../../../daemon/providers/whatsapp-web/library/inside/silence-libsignal.ts";
import type { WhatsAppWebSandbox } from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";

silenceLibsignal();

/** A client's keys, as text, kept between its sockets. */
export type Identity = { state: AuthenticationState; keys: Map<string, string> };

/** Keys in memory, written as Baileys' own stores write them. */
export function newIdentity(): Identity {
  const keys = new Map<string, string>();
  const get = async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) => {
    const found: Record<string, SignalDataTypeMap[Type]> = {};
    for (const id of ids) {
      const value = keys.get(`${type}/${id}`);
      if (value !== undefined) found[id] = JSON.parse(value, BufferJSON.reviver);
    }
    return found;
  };
  const set = async (data: SignalDataSet) => {
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries ?? {})) {
        if (value === null || value === undefined) keys.delete(`${type}/${id}`);
        else keys.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer));
      }
    }
  };
  return { state: { creds: initAuthCreds(), keys: { get, set } }, keys };
}

/** One socket of an unmodified Baileys, with its events. */
export type Client = {
  socket: WASocket;
  /** Waits for a QR code that was not handed out yet. */
  qr(): Promise<string>;
  /** Waits until it is logged in; rejects with the close code when it closes. */
  open(): Promise<void>;
  /** Waits until it is closed, and answers the code. */
  closed(): Promise<number>;
  updates: Partial<ConnectionState>[];
};

/** Connects Baileys to the sandbox. Its trusted root is the sandbox's from then on, in this process. */
export function connect(
  sandbox: WhatsAppWebSandbox,
  identity: Identity,
  options: Partial<UserFacingSocketConfig> = {},
): Client {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(sandbox.rootKey, "hex");
  const socket = makeWASocket({
    auth: identity.state,
    waWebSocketUrl: sandbox.url,
    logger: pino({ level: "silent" }),
    connectTimeoutMs: 5_000,
    markOnlineOnConnect: false,
    agent: new Agent({ ca: sandbox.certificate.cert }),
    ...options,
  });
  return follow(socket);
}

function follow(socket: WASocket): Client {
  const updates: Partial<ConnectionState>[] = [];
  const news = new EventEmitter();
  let taken = 0;
  socket.ev.on("connection.update", (update) => {
    updates.push(update);
    news.emit("news");
  });
  const find = async <Found>(look: () => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await once(news, "news");
    }
  };
  const closeCode = () => codeOf(updates.find(({ connection }) => connection === "close"));
  return {
    socket,
    updates,
    qr: () =>
      find(() => {
        const codes = updates.flatMap(({ qr }) => qr ?? []);
        return taken < codes.length ? codes[taken++] : undefined;
      }),
    closed: () => find(closeCode),
    async open() {
      const code = await find(() => closeCode() ?? (updates.some(isOpen) ? 0 : undefined));
      if (code !== 0) throw new Error(`closed with ${code}`);
    },
  };
}

function isOpen({ connection }: Partial<ConnectionState>): boolean {
  return connection === "open";
}

function codeOf(update: Partial<ConnectionState> | undefined): number | undefined {
  const error = update?.lastDisconnect?.error;
  if (update === undefined) return undefined;
  return error !== undefined && "output" in error ? Number(Reflect.get(error.output ?? {}, "statusCode")) : 1;
}

/** Pairs by QR code and logs in: what a channel does once in its life. */
export async function pair(
  sandbox: WhatsAppWebSandbox,
  number: string,
  identity = newIdentity(),
): Promise<Client> {
  const first = connect(sandbox, identity);
  await sandbox.control.scan(number, await first.qr());
  await first.closed();
  const client = connect(sandbox, identity);
  await client.open();
  return client;
}
