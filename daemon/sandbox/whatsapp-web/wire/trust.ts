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

/**
 * A certificate in a file, for `NODE_EXTRA_CA_CERTS` of another process: in `folder`, where that of the next start takes
 * its place, or else in a temporary folder, until it is removed.
 */
export async function writeCertificate(
  { cert }: Certificate,
  folder?: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), "waypost-sandbox-")));
  const path = join(home, "certificate.pem");
  await writeFile(path, cert);
  const remove = async () => {
    if (folder === undefined) await rm(home, { recursive: true, force: true });
  };
  return { path, remove };
}
