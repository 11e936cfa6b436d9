/** `./scripts/up`: the README's first command, on a data folder of its own. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { caller } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { printed, startUp } from "./up.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-up-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const start = (parameters: string[], environment: Record<string, string> = {}) =>
  startUp(home, parameters, environment);

async function up(parameters: string[] = ["--once"], environment: Record<string, string> = {}) {
  const child = start(parameters, environment);
  const [code, output, errors] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()]);
  return { code, output, errors };
}

describe("a data folder, from its first start on", () => {
  const profile = () =>
    JSON.parse(readFileSync(join(home, "config", "waypost", "config.json"), "utf8")).profiles.default;

  test(
    "one command shows a message delivered and its webhook verified",
    async () => {
      const first = await up();
      expect(first).toMatchObject({ code: 0 });
      expect(first.output).toMatch(/delivered +webhook evt_\w+, signature verified/);
      expect(first.errors).not.toContain('"level":40');
      expect(statSync(join(home, "config", "waypost", "config.json")).mode & 0o777).toBe(0o600);
      // what is printed may stay in a journal: the secrets are in a file of their own
      expect(first.output + first.errors).not.toContain("wp_");
      const shown =
        /The secrets are in (\S+), which only this account can read/.exec(first.errors)?.[1] ?? "";
      expect(statSync(shown).mode & 0o777).toBe(0o600);
      expect(readFileSync(shown, "utf8")).toContain(`API key   ${profile().api_key}\n`);
      expect(readFileSync(shown, "utf8")).toMatch(/page {6}http:\S+\n/);
    },
    LONG_MS,
  );

  test(
    "it starts whatever was done to it: a pairing given up, a second number, a killed start, its channel paused",
    async () => {
      const child = start([]);
      const output = await printed(child.stdout, /(Waypost is up at \S+;.*)Ctrl-C stops it/s);
      const url = /Waypost is up at (\S+);/.exec(output)?.[1] ?? "";
      const link = /^ {2}(http\S+\/login\/link\/wpl_\S+)$/m.exec(output)?.[1] ?? "";
      expect((await fetch(link, { redirect: "manual" })).status).toBe(303);
      // another port than the first time: the client's profile followed
      expect(profile().url).toBe(url);
      const call = caller(url, profile().api_key);
      const endpoints = async () => (await call("GET", "/v1/settings/developer/webhooks")).body.data;
      expect(await endpoints()).toEqual([]);
      const failed = await call("GET", "/v1/settings/developer/webhooks/deliveries?status=exhausted");
      expect(failed.body.data).toEqual([]);
      const pairing = await call("POST", "/v1/channels", {
        platform: "whatsapp_unofficial",
        name: "Given up",
      });
      expect((await call("POST", `/v1/channels/${pairing.body.id}/connect`)).status).toBeLessThan(300);
      await call("POST", "/v1/channels", {
        ...{ platform: "whatsapp_official", name: "Second", phone_number_id: "100200300400999" },
        ...{ waba_id: "500400300200100", access_token: "EAAwrong" },
      });
      await call("POST", "/v1/settings/developer/webhooks/endpoints", {
        ...{ url: "http://127.0.0.1:9/", description: "scripts/up, for its first message" },
      });
      expect((await call("GET", "/v1/channels")).body.data).toHaveLength(3);
      child.kill("SIGINT");
      expect(await child.exited).toBe(0);

      const again = start([]);
      const second = caller(
        await printed(again.stdout, /Waypost is up at (\S+);.*delivered +webhook evt_.*Ctrl-C/s),
        profile().api_key,
      );
      expect((await second("GET", "/v1/settings/developer/webhooks")).body.data).toEqual([]);
      expect((await second("GET", "/v1/api-keys")).body.data).toHaveLength(1);
      const { data } = (await second("GET", "/v1/channels")).body;
      const own = data.find(({ name }: { name: string }) => name === "Sandbox");
      await second("PATCH", `/v1/channels/${own.id}`, { settings: { paused: true } });
      again.kill("SIGINT");
      expect(await again.exited).toBe(0);

      const paused = await up();
      expect(paused.code).toBe(1);
      expect(paused.output).toContain(`Resume it: ./scripts/waypost channels resume ${own.id}`);
    },
    LONG_MS,
  );
});

describe("what starts nothing", () => {
  const elsewhere = join(home, "untouched");

  test.each([
    [["--help"], 0, "Usage: ./scripts/up"],
    [["--onec"], 2, "--once"],
    [["now"], 2, "too many arguments"],
  ])("%p", async (parameters, code, words) => {
    const ended = await up(parameters, { XDG_DATA_HOME: elsewhere });
    expect(ended.code).toBe(code);
    expect(ended.output + ended.errors).toContain(words);
    expect(existsSync(elsewhere)).toBe(false);
  });

  test("a data folder that can't be written is named in one sentence", async () => {
    const file = join(home, "file");
    writeFileSync(file, "");
    const ended = await up(["--once"], { WAYPOST_HOME: join(file, "below") });
    expect(ended).toMatchObject({ code: 1, output: "" });
    expect(ended.errors).toMatch(/^up: .*file\/below.*WAYPOST_HOME.*\n$/);
  });

  test("a port that is taken is named in one sentence", async () => {
    using taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    const ended = await up(["--once"], { WAYPOST_PORT: String(taken.port) });
    expect(ended).toMatchObject({ code: 1, output: "" });
    expect(ended.errors).toMatch(new RegExp(`^up: .*${taken.port}.*WAYPOST_PORT.*\n$`));
  });
});
