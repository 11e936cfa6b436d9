/** pywa, unmodified from PyPI, at Waypost in the place of Meta. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { LONG_MS, prepareTools } from "../../../scripts/clients/tools.ts";
import { type MetaSite, startMetaSite } from "../site.ts";

const PACKAGES = ["pywa==4.5.0"];
const { folder, missing } = await prepareTools(PACKAGES, ["python3"], (folder) => [
  ["python3", "-m", "venv", folder],
  [join(folder, "bin/python"), "-m", "pip", "install", "--quiet", "--no-cache-dir", ...PACKAGES],
]);

let site: MetaSite;
beforeAll(async () => {
  if (missing === null) site = await startMetaSite();
}, 60_000);
afterAll(() => site?.chat.stop());

type Line = { name: string; id?: string; error?: string; is?: boolean };

async function run(kind: "official" | "paired"): Promise<Line[]> {
  const { phone_number_id, waba_id } = site[kind];
  const child = Bun.spawn([join(folder, "bin/python"), join(import.meta.dir, "pywa-sends.py")], {
    env: {
      ...{ GRAPH: site.graph, KEY: site.chat.daemon.key, NUMBER: phone_number_id, ACCOUNT: waba_id },
      ...{ PICTURE: "https://example.com/menu.png", PATH: process.env.PATH ?? "" },
      ...(kind === "official" ? { TEMPLATES: "yes" } : {}),
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const [output, code] = await Promise.all([child.stdout.text(), child.exited]);
  expect(code).toBe(0);
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe.skipIf(missing !== null).each(["official", "paired"] as const)("from the %s number", (kind) => {
  test(
    "it sends each type, and reads files, numbers and templates",
    async () => {
      const lines = await run(kind);
      expect(lines.filter(({ error, is }) => error !== undefined || is === false)).toEqual([]);
      expect(lines.filter(({ id }) => id !== undefined).length).toBe(kind === "official" ? 21 : 20);
      const quoting = lines.find(({ name }) => name === "text");
      const { body } = await site.chat.daemon.call(
        "GET",
        `/v1/messages/${quoting?.id?.slice("wamid.".length)}`,
      );
      expect(body).toMatchObject({
        content: { body: "Hi" },
        metadata: { biz_opaque_callback_data: "order 7" },
      });
    },
    LONG_MS,
  );
});
