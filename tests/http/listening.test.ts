import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listeningOf } from "../../daemon/http/listening.ts";
import { startTestDaemon } from "../support/daemon.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [certificate, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];

const listening = (given: object) =>
  listeningOf({ host: "127.0.0.1", port: 0, behindProxy: false, inContainer: false, ...given });

test.each(["127.0.0.1", "127.8.9.1", "localhost", "::1"])("listens on %s", (host) => {
  expect(listening({ host }).hostname).toBe(host);
});
test.each(["0.0.0.0", "::", "192.0.2.1", "2001:db8::1", "waypost.example"])(
  "not on %s in the clear",
  (host) => {
    expect(() => listening({ host })).toThrow(/WAYPOST_TLS_CERTIFICATE.*WAYPOST_BEHIND_PROXY=true/s);
    expect(listening({ host, behindProxy: true }).hostname).toBe(host);
  },
);
test("in a container, everywhere, for those who name loopback", () => {
  const container = { host: "0.0.0.0", inContainer: true };
  expect(listening(container)).toEqual({ hostname: "0.0.0.0", port: 0, isForLoopback: true });
  expect(listening({ ...container, behindProxy: true }).isForLoopback).toBe(false);
  expect(listening({ host: "127.0.0.1", inContainer: true }).isForLoopback).toBe(false);
});
test("a certificate without its key, or that is not there", () => {
  expect(() => listening({ tlsCertificate: certificate })).toThrow("belong together");
  expect(() => listening({ tlsCertificate: certificate, tlsKey: key })).toThrow(
    `WAYPOST_TLS_CERTIFICATE: ${certificate} does not exist`,
  );
});

function makeCertificate(certificate: string, key: string): void {
  const made = Bun.spawnSync(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"].concat(
      ["-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=localhost"],
      ["-addext", "subjectAltName=IP:127.0.0.1"],
    ),
  );
  expect(made.exitCode).toBe(0);
}

test("files that are no certificate and its key are refused before anything is served", () => {
  makeCertificate(certificate, key);
  const otherKey = join(folder, "other-key.pem");
  makeCertificate(join(folder, "other.pem"), otherKey);
  const refusal = (tlsCertificate: string, tlsKey: string) => () => listening({ tlsCertificate, tlsKey });
  expect(refusal(key, key)).toThrow(`WAYPOST_TLS_CERTIFICATE: ${key} has no certificate`);
  expect(refusal(certificate, certificate)).toThrow(`WAYPOST_TLS_KEY: ${certificate} has no private key`);
  expect(refusal(certificate, folder)).toThrow(`WAYPOST_TLS_KEY: ${folder} can't be read (EISDIR)`);
  expect(refusal(certificate, otherKey)).toThrow(`is not the key of ${certificate}`);
  expect(refusal(certificate, key)).not.toThrow();
});

test("a daemon that has a certificate speaks https only", async () => {
  makeCertificate(certificate, key);
  const waypost = await startTestDaemon({ config: { tlsCertificate: certificate, tlsKey: key } });
  try {
    expect(waypost.url).toStartWith("https://127.0.0.1:");
    const tls = { ca: await Bun.file(certificate).text() };
    const answer = await fetch(`${waypost.url}/docs`, { tls });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("strict-transport-security")).toStartWith("max-age=");
    const clear = fetch(waypost.url.replace("https", "http"), { signal: AbortSignal.timeout(5000) });
    expect(
      await clear.then(
        () => "answered",
        () => "refused",
      ),
    ).toBe("refused");
  } finally {
    await waypost.stop();
  }
});
