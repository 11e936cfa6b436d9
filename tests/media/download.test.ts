/** Downloads from a server that misbehaves, through the real guard. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { download } from "../../daemon/media/download.ts";
import { MediaFailure } from "../../daemon/media/media-error.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-media-"));
const CHUNK = Buffer.alloc(64 * 1024, "x");
let server: Server;
let base = "";
/** Bytes of endless streams so far. */
let streamed = 0;

/** The host's reaction to a request: raw bytes, so that it can break off anywhere. */
const HOSTS: Record<
  string,
  (write: (bytes: string | Buffer) => boolean, end: () => void, onDrain: (then: () => void) => void) => void
> = {
  "/whole": (write, end) => {
    write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello");
    end();
  },
  "/vanishes": (write, end) => {
    write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhello");
    end();
  },
  "/vanishes-chunked": (write, end) => {
    write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n");
    end();
  },
  "/announces-much": (write) => void write("HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n"),
  "/endless": (write, _end, onDrain) => {
    const more = () => {
      while (write(CHUNK)) streamed += CHUNK.length;
      streamed += CHUNK.length;
      onDrain(more);
    };
    write("HTTP/1.1 200 OK\r\n\r\n");
    more();
  },
  "/silent": (write) => void write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhello"),
  "/silent-without-length": (write) => void write("HTTP/1.1 200 OK\r\n\r\nhello"),
  "/private": (write, end) => {
    write("HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/secret\r\n\r\n");
    end();
  },
  "/gone": (write, end) => {
    write("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    end();
  },
};

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (request) => {
      const path = String(request).split(" ")[1] ?? "";
      HOSTS[path]?.(
        (bytes) => !socket.destroyed && socket.write(bytes),
        () => socket.end(),
        (then) => void socket.once("drain", then),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, mimeType = "application/pdf", sha256: string | null = null) =>
  download(
    { url: base + path, headers: { authorization: "Bearer secret" }, mimeType, sha256, size: null },
    {
      guard: createEgressGuard(["127.0.0.0/8"]),
      tunnel: null,
      path: join(folder, "file"),
      mimeType,
      signal: new AbortController().signal,
      // a busy machine is silent for longer than a host should be
      silenceMs: path.startsWith("/silent") ? 300 : 60_000,
    },
  );

test("a whole file is written, with its size and digest", async () => {
  const sha256 = new Bun.CryptoHasher("sha256").update("hello").digest("hex");
  expect(await get("/whole")).toEqual({ sha256, size: 5, mimeType: "application/pdf" });
  expect(await Bun.file(join(folder, "file")).text()).toBe("hello");
  rmSync(join(folder, "file"));
});

test.each([
  ["a host that vanishes midway", "/vanishes", "media_unavailable", true],
  ["a host that vanishes between chunks", "/vanishes-chunked", "media_unavailable", true],
  ["a host that falls silent", "/silent", "media_unavailable", true],
  ["a host that falls silent and never said how much", "/silent-without-length", "media_unavailable", true],
  ["a file that is announced too large", "/announces-much", "media_too_large", false],
  ["an endless stream", "/endless", "media_too_large", false],
  ["a redirect to a private address", "/private", "media_refused", false],
  ["an address that is gone", "/gone", "media_gone", true],
])("%s leaves a clear error and no file", async (_, path, code, retryable) => {
  const failure = await get(path).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(MediaFailure);
  expect((failure as MediaFailure).shown()).toMatchObject({ code, retryable, detail: expect.any(String) });
  expect(readdirSync(folder)).toEqual([]);
});

test("an endless stream is left where it is too large", async () => {
  const before = streamed;
  await get("/endless").catch(() => {});
  // a file has at most 100 MiB; what is on its way when it is left comes on top
  expect(streamed - before).toBeLessThan(164 * 1024 * 1024);
});

test("bytes of another type, or another digest, are refused", async () => {
  expect(await get("/whole", "image/png").catch((cause) => cause.code)).toBe("media_wrong_type");
  expect(await get("/whole", "application/pdf", "0".repeat(64)).catch((cause) => cause.code)).toBe(
    "media_damaged",
  );
  expect(readdirSync(folder)).toEqual([]);
});
