import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigError } from "./config.ts";

const [CERTIFICATE, KEY] = ["WAYPOST_TLS_CERTIFICATE", "WAYPOST_TLS_KEY"];

/** Throws `ConfigError`, with the setting that is wrong, unless two files are a certificate and its key. */
export function requireTlsFiles(certificatePath: string, keyPath: string): void {
  const certificate = read(CERTIFICATE, certificatePath, "has no certificate in PEM form", (bytes) => {
    return new X509Certificate(bytes);
  });
  const key = read(KEY, keyPath, "has no private key in PEM form without a password", createPrivateKey);
  if (!certificate.checkPrivateKey(key)) throw wrong(KEY, keyPath, `is not the key of ${certificatePath}`);
}

function read<Made>(setting: string, path: string, lack: string, make: (bytes: Buffer) => Made): Made {
  const bytes = bytesOf(setting, path);
  try {
    return make(bytes);
  } catch {
    throw wrong(setting, path, lack);
  }
}

function bytesOf(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw wrong(setting, path, code === "ENOENT" ? "does not exist" : `can't be read (${code})`);
  }
}

function wrong(setting: string, path: string, what: string): ConfigError {
  return new ConfigError(`configuration is wrong:\n  ${setting}: ${path} ${what}`);
}
