import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const openssl = Bun.which("openssl");
const folder = mkdtempSync(join(tmpdir(), "waypost-tls-"));
const file = (name: string) => join(folder, name);
let port = 0;
let stop = () => {};

/** Makes an authority, and a certificate of it for each name. */
function makeCertificates(names: string[]): void {
  const run = (...parts: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync([openssl ?? "openssl", ...parts], { cwd: folder });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  run(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "2",
    "-subj",
    "/CN=Test authority",
  );
  for (const name of names) {
    writeFileSync(file("names"), `subjectAltName=DNS:${name}`);
    run("req", ...newKey, "-keyout", `${name}.key`, "-out", "request", "-subj", `/CN=${name}`);
    const signed = [
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      "names",
    ];
    run("x509", "-req", "-in", "request", "-out", `${name}.pem`, ...signed);
  }
}

async function postFromChild(urls: string[], trust?: string): Promise<unknown[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "tls-child.ts"), ...urls], {
    env: { ...process.env, ...(trust ? { NODE_EXTRA_CA_CERTS: trust } : {}) },
    stdout: "pipe",
  });
  return JSON.parse(await new Response(child.stdout).text());
}

beforeAll(() => {
  if (!openssl) return;
  makeCertificates(["one.test", "two.test"]);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: ["one.test", "two.test"].map((serverName) => ({
      serverName,
      key: readFileSync(file(`${serverName}.key`), "utf8"),
      cert: readFileSync(file(`${serverName}.pem`), "utf8"),
    })),
    fetch: (request) => new Response(request.headers.get("host")),
  });
  port = server.port ?? 0;
  stop = () => void server.stop(true);
});

afterAll(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

const title = openssl ? "" : " (skipped: no openssl here)";

test.skipIf(!openssl)(`names at one address keep their own certificate and Host${title}`, async () => {
  const urls = ["one", "two", "one"].map((name) => `https://${name}.test:${port}/`);
  expect(await postFromChild(urls, file("ca.pem"))).toMatchObject([
    { kind: "response", status: 200, body: `one.test:${port}` },
    { kind: "response", status: 200, body: `two.test:${port}` },
    { kind: "response", status: 200, body: `one.test:${port}` },
  ]);
});

test.skipIf(!openssl)(
  `a certificate for another name, or of an unknown authority, is refused${title}`,
  async () => {
    const failed = { kind: "failure", failure: "tls" };
    expect(await postFromChild([`https://three.test:${port}/`], file("ca.pem"))).toMatchObject([failed]);
    expect(await postFromChild([`https://one.test:${port}/`])).toMatchObject([failed]);
  },
);
