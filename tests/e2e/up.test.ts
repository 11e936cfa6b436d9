import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = mkdtempSync(join(tmpdir(), "waypost-up-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs the README's first command to its end, with nothing configured but a home of its own. */
async function up() {
  const child = Bun.spawn(["scripts/up", "--once"], {
    cwd: `${import.meta.dir}/../..`,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      HOME: home,
      XDG_DATA_HOME: join(home, "data"),
      XDG_CONFIG_HOME: join(home, "config"),
      WAYPOST_PORT: "0",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, output, errors };
}

test("one command shows a message delivered and its webhook verified, the first time and again", async () => {
  const first = await up();
  expect(first).toMatchObject({ code: 0 });
  expect(first.output).toMatch(/delivered +webhook evt_\w+, signature verified/);
  expect(first.errors).not.toContain('"level":40');

  const path = join(home, "config", "waypost", "config.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const profile = JSON.parse(readFileSync(path, "utf8")).profiles.default;
  // what is printed may stay in a journal: the secrets are in a file of their own
  expect(first.output + first.errors).not.toContain("wp_");
  const shown = /The secrets are in (\S+), for this account alone/.exec(first.errors)?.[1] ?? "";
  expect(statSync(shown).mode & 0o777).toBe(0o600);
  expect(readFileSync(shown, "utf8")).toContain(`API key   ${profile.api_key}\n`);

  const again = await up();
  expect(again).toMatchObject({ code: 0 });
  expect(again.errors).not.toContain("wp_");
});
