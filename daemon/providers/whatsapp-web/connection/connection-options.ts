import type { AuthenticationCreds, SocketConfig, WABrowserDescription, WAVersion } from "baileys";
import type { Logger } from "pino";
import type { Note } from "../../../drift/known.ts";
import type { Dialing } from "../../../egress/own-hosts.ts";
import type { Library } from "../library/library.ts";
import type { KeyWriter } from "./keys/key-writer.ts";
import type { PasskeyNews } from "./passkey/passkey.ts";
import type { SessionListener, WhatsAppWebSession } from "./session.ts";

/** The parts of a connection, and what is called at its steps. */
export type ConnectionOptions = {
  library: Library;
  log: Logger;
  /** WebSocket of WhatsApp Web. */
  url: string;
  /** The lifetime of every QR code; the library's own times when absent. */
  qrLivesMs: number | undefined;
  /** How long a person has to use a passkey; WhatsApp's own time when absent. */
  passkeyLivesMs: number | undefined;
  /** Lets what Baileys downloads itself come from WhatsApp's hosts alone. */
  fileHosts: Dialing;
  /** Of WhatsApp Web. */
  version: WAVersion;
  /** What this device is linked as. */
  browser: WABrowserDescription;
  session: WhatsAppWebSession;
  listener: SessionListener;
  credentials: AuthenticationCreds;
  keyWriter: KeyWriter;
  /** Takes the shape of what WhatsApp sends that nobody reads. */
  noteStranger: Note;
  /** Outlives the sockets of a session. */
  retryCounters: NonNullable<SocketConfig["msgRetryCounterCache"]>;
  /** Whether this daemon still holds the session. */
  holds(): boolean;
  onQr(qr: string, livesMs: number): void;
  /** WhatsApp wants the account's passkey before it links this device. */
  onPasskey(news: PasskeyNews): void;
  /** A phone has taken the device. */
  onPaired(): void;
  /** Logged in. */
  onOpen(): void;
};
