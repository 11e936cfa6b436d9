import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { urlOf } from "./address.ts";

type Address = { host: string; port: number; tlsCertificate?: string | undefined };

/**
 * Where clients on its machine reach a daemon with these settings: over https where it has a certificate, by a name
 * that this is for.
 */
export function ownUrl({ host, port, tlsCertificate }: Address): string {
  const url = urlOf(host, port, tlsCertificate !== undefined);
  const name = tlsCertificate === undefined ? null : nameInstead(new URL(url).hostname, tlsCertificate);
  return name === null ? url : urlOf(name, port, true);
}

/** The first name that a certificate is for; null when it is for this host, for no one name, or can't be read. */
function nameInstead(bracketed: string, path: string): string | null {
  const host = bracketed.replace(/^\[|\]$/g, "");
  try {
    const certificate = new X509Certificate(readFileSync(path));
    const isCovered = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
    if (isCovered !== undefined) return null;
    const [, name] = /DNS:([^*,\s]+)/.exec(certificate.subjectAltName ?? "") ?? [];
    return name ?? null;
  } catch {
    return null;
  }
}
