/** `waypost upgrade`, at a server on this machine that stands in for where releases are. */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readInstallation } from "../../cli/lib/installation/installation.ts";
import { isNewer, newestVersion, releasesAddress } from "../../cli/lib/installation/releases.ts";
import manifest from "../../package.json" with { type: "json" };
import { newHome, runCli } from "./run-cli.ts";

const asked: string[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname} ${[...request.headers.keys()].filter(isSecret)}`);
    if (pathname === "/newer") return Response.json({ version: "99.0.0", dist: {} });
    if (pathname === "/same") return Response.json({ version: manifest.version });
    if (pathname === "/moved") return Response.redirect("/newer");
    if (pathname === "/endless") return new Response(endless());
    if (pathname === "/hostile") return Response.json({ version: "1.0.0\u001b[2J" });
    return new Response("not here", { status: 404 });
  },
});
afterAll(() => server.stop(true));

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;
const isSecret = (header: string) => /key|authorization|cookie/.test(header);

test("says how to upgrade and asks nobody", async () => {
  const env = { WAYPOST_RELEASES_URL: at("/newer"), WAYPOST_API_KEY: "wp_key" };
  const { code, stdout } = await runCli(["upgrade", "--json"], { env, isSource: true });
  const { version } = manifest;
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    ...{ code: 0, version, newest: null, is_newer: null, installed_by: "checkout", command: "git pull" },
  });
  expect(asked).toEqual([]);
});

test("asks the address that is set whether there is a newer version, without a key", async () => {
  const env = { WAYPOST_RELEASES_URL: at("/newer"), WAYPOST_API_KEY: "wp_key" };
  const { code, stdout } = await runCli(["upgrade", "--check", "--json"], { env });
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, newest: "99.0.0", is_newer: true });
  expect(asked).toEqual(["GET /newer "]);
  const same = await runCli(["upgrade", "--check"], { env: { WAYPOST_RELEASES_URL: at("/same") } });
  expect(same).toMatchObject({ code: 0, stderr: "There is no newer version.\n" });
});

test("without an address it says which variable to set", async () => {
  const { code, stderr } = await runCli(["upgrade", "--check"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Set WAYPOST_RELEASES_URL");
});

test.each([
  ["/gone", "status 404"],
  ["/moved", "status 302"],
  ["/endless", "the response is too long"],
  ["/hostile", "names no version"],
])("%s is no answer: %s", async (path, reason) => {
  asked.length = 0;
  await expect(newestVersion(at(path), 10_000)).rejects.toThrow(reason);
  expect(asked).toHaveLength(1);
});

test("versions are compared by their numbers", () => {
  expect(isNewer("0.10.0", "0.9.9")).toBe(true);
  expect(isNewer("1.0.0-rc.1", "1.0.0")).toBe(false);
  expect(isNewer("1.0.0", "1.0.0")).toBe(false);
});

test("what came with the executable says how it was installed", async () => {
  const folder = newHome();
  const program = { path: join(folder, "waypost"), isCompiled: true };
  expect(await readInstallation(program)).toMatchObject({ by: "executable", releases: null });
  const said = {
    by: "script",
    upgrade: "curl … | sh",
    remove: "rm …",
    releases: "https://example.com/latest.json",
  };
  writeFileSync(join(folder, "installation.json"), JSON.stringify(said));
  const found = await readInstallation(program);
  expect(found).toEqual(said);
  expect(releasesAddress({}, found)).toBe("https://example.com/latest.json");
  expect(releasesAddress({ WAYPOST_RELEASES_URL: "https://example.org/v" }, found)).toBe(
    "https://example.org/v",
  );
  writeFileSync(join(folder, "installation.json"), '{"by": 1}');
  await expect(readInstallation(program)).rejects.toThrow("installation.json does not say");
});

/** More than anybody should read. */
function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)) });
}
