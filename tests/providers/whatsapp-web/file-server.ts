/** Files over https, for messages that name a link. */
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { WhatsAppWebSandbox } from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";

const FILES: Record<string, Buffer> = {
  "/picture.png": Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  "/tour.mp4": Buffer.from("AAAAGGZ0eXBpc29tAAACAGlzb21pc28yAAAACGZyZWU=", "base64"),
  "/voice.ogg": Buffer.from("T2dnUwACAAAAAAAAAAAAAAAAAAAAAAAAAAABE09wdXNIZWFkAQE4AYC7AAAAAAA=", "base64"),
  "/invoice.pdf": Buffer.from("JVBERi0xLjQKJSVFT0YK", "base64"),
  "/hooray.webp": Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64"),
};

export type FileServer = {
  url(path: string): string;
  /** The SHA-256 of a file, in hex. */
  digest(path: string): string;
  stop(): Promise<void>;
};

/** Serves the files with the sandbox's certificate, which the test trusts. */
export async function startFileServer({
  certificate,
}: Pick<WhatsAppWebSandbox, "certificate">): Promise<FileServer> {
  const server = https.createServer(certificate, (request, response) => {
    const file = FILES[request.url ?? ""];
    response.writeHead(file === undefined ? 404 : 200);
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `https://127.0.0.1:${port}${path}`,
    digest: (path) => new Bun.CryptoHasher("sha256").update(FILES[path] ?? "").digest("hex"),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
