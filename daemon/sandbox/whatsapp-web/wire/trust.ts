import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import type { Certificate } from "../link.ts";

/**
 * Lets this process trust the sandbox's certificate beside the well-known ones: connections of
 * `node:https` and WebSockets, not `fetch`, which knows only those of the process's start.
 */
export function trust({ cert }: Certificate): void {
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), cert]);
}

/** A certificate in a file of its own, for `NODE_EXTRA_CA_CERTS` of another process. */
export async function writeCertificate({
  cert,
}: Certificate): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-sandbox-"));
  const path = join(folder, "certificate.pem");
  await writeFile(path, cert);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
