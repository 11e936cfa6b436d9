import type { MediaType } from "baileys";
import type { Certificate, Keep } from "../link.ts";
import { type DeriveMediaKeys, decryptFile, encryptFile, type FileClaims } from "./encryption.ts";
import { createMediaFaults, type MediaFaults } from "./faults.ts";
import { type MediaServer, startMediaServer } from "./server.ts";
import { createMediaStore } from "./store.ts";

/** A file on the media server, as a message refers to it. */
export type FileReference = FileClaims & { url: string; directPath: string; mediaKeyTimestamp: number };

export type Media = {
  /** `host:port` of the https server. */
  host: string;
  faults: MediaFaults;
  /** Encrypts a file and puts it on the server, as the phone that sends it does. */
  put(plain: Uint8Array, kind: MediaType): Promise<FileReference>;
  /** Fetches and decrypts a file that was uploaded, as the phone that receives it does. Throws an error that says what is wrong. */
  open(directPath: string, kind: MediaType, claims: FileClaims): Promise<Buffer>;
  /** Makes a path answer 404 or 410. */
  expire(directPath: string, status: 404 | 410): void;
  /** Deletes a file: nobody can put it there again. */
  remove(directPath: string): void;
  /** Puts a file, expired or not, on the server again and returns its new path; undefined when it was never there. */
  putAgain(directPath: string): string | undefined;
  stop(): Promise<void>;
};

/** Starts the media server and holds what is on it. `deriveKeys` is Baileys' `getMediaKeys`. */
export function createMedia(given: {
  certificate: Certificate;
  keep: Keep;
  deriveKeys: DeriveMediaKeys;
}): Media {
  const store = createMediaStore(given.keep);
  const faults = createMediaFaults();
  const server = startAgain({ certificate: given.certificate, store, faults }, given.keep);
  return {
    host: server.host,
    faults,
    async put(plain, kind) {
      const { bytes, ...claims } = await encryptFile(plain, kind, given.deriveKeys);
      const directPath = store.add(bytes);
      const mediaKeyTimestamp = Math.floor(Date.now() / 1000);
      return { ...claims, directPath, url: `https://${server.host}${directPath}`, mediaKeyTimestamp };
    },
    async open(directPath, kind, claims) {
      const found = store.get(directPath);
      if (typeof found === "number") throw new Error(`the media server answers ${found}`);
      return decryptFile(found, kind, claims, given.deriveKeys);
    },
    expire: store.expire,
    remove: store.remove,
    putAgain(directPath) {
      const bytes = store.peek(directPath);
      return bytes && store.add(bytes);
    },
    stop: server.stop,
  };
}

const PORT = "media/port";

/** Listens where it did before a restart, so that the addresses in messages stay right, unless the port is taken. */
function startAgain(parts: Omit<Parameters<typeof startMediaServer>[0], "port">, keep: Keep): MediaServer {
  const server = listen(parts, Number(keep.get(PORT) ?? 0));
  keep.set(PORT, server.host.split(":")[1] ?? "");
  return server;
}

function listen(parts: Omit<Parameters<typeof startMediaServer>[0], "port">, port: number): MediaServer {
  try {
    return startMediaServer({ ...parts, port });
  } catch {
    return startMediaServer({ ...parts, port: 0 });
  }
}
