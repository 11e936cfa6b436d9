/** A certificate for any names and addresses, trusted by this process's `node:https`, or by others through its file. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type TestCertificate = { key: string; cert: string; path: string; remove(): void };

/** Null where there is no openssl. */
export function certificateFor(names: readonly string[]): TestCertificate | null {
  const openssl = Bun.which("openssl");
  if (openssl === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "waypost-certificate-"));
  const file = (name: string) => join(folder, name);
  const alternatives = names.map((name) => `${isIP(name) ? "IP" : "DNS"}:${name}`).join(",");
  const { exitCode, stderr } = Bun.spawnSync([
    ...[openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-keyout", file("key"), "-out", file("cert"), "-days", "2", "-subj", "/CN=Test"],
    ...["-addext", `subjectAltName=${alternatives}`],
  ]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return {
    key: readFileSync(file("key"), "utf8"),
    cert: readFileSync(file("cert"), "utf8"),
    path: file("cert"),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
