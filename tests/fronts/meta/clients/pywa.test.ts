/** pywa, unmodified from PyPI, at Waypost in the place of Meta. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { LONG_MS, prepareTools } from "../../../scripts/clients/tools.ts";
import { eventually } from "../../../support/until.ts";
import { type MetaSite, startMetaSite } from "../site.ts";

const PACKAGES = ["pywa==4.5.0"];
const { folder, missing } = await prepareTools(PACKAGES, ["python3"], (folder) => [
  ["python3", "-m", "venv", folder],
  [join(folder, "bin/python"), "-m", "pip", "install", "--quiet", "--no-cache-dir", ...PACKAGES],
]);

type Delivery = { body: string; signature: string | null };
const came: Delivery[] = [];
const receiver = Bun.serve({
  ...{ port: 0, hostname: "127.0.0.1" },
  async fetch(request) {
    if (request.method === "GET") return new Response(new URL(request.url).searchParams.get("hub.challenge"));
    came.push({ body: await request.text(), signature: request.headers.get("x-hub-signature-256") });
    return new Response("ok");
  },
});

let site: MetaSite;
beforeAll(async () => {
  if (missing === null) site = await startMetaSite();
}, 60_000);
afterAll(async () => {
  await site?.chat.stop();
  await receiver.stop(true);
});

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

/** What pywa's handlers are given of deliveries that are checked by a secret. */
async function received(deliveries: Delivery[], secret: string) {
  const child = Bun.spawn([join(folder, "bin/python"), join(import.meta.dir, "pywa-receives.py")], {
    env: { NUMBER: site.paired.phone_number_id, SECRET: secret, PATH: process.env.PATH ?? "" },
    stdin: Buffer.from(deliveries.map((one) => JSON.stringify(one)).join("\n")),
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

test.skipIf(missing !== null)(
  "its own handlers take our deliveries of messages and statuses, and refuse another's signature",
  async () => {
    const url = `http://127.0.0.1:${receiver.port}/`;
    const endpoint = { url, format: "meta", verify_token: "open", channels: [site.paired.channelId] };
    const path = "/v1/settings/developer/webhooks/endpoints";
    const { secret } = (await site.chat.daemon.call("POST", path, endpoint)).body;
    const tracked = { type: "text", text: { body: "Ready" }, biz_opaque_callback_data: "order 8" };
    const sent = await site.send(site.paired, tracked);
    const { id } = await site.chat.receive("text", { body: "Thanks" });
    await eventually("both", async () =>
      [`wamid.${id}`, '"read"'].every((part) => came.some(({ body }) => body.includes(part))),
    );
    const told = await received(came, secret);
    const message = { id: `wamid.${id}`, sender: "491700000001", text: "Thanks", name: expect.any(String) };
    expect(told).toContainEqual({ kind: "message", ...message });
    const status = { id: sent.body.messages[0].id, status: "read", tracker: "order 8" };
    expect(told).toContainEqual({ kind: "status", ...status });
    const answers = told.filter(({ kind }) => kind === "answer").map((one) => one.status);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await received(came.slice(0, 1), "another")).toEqual([{ kind: "answer", status: 403 }]);
  },
  LONG_MS,
);

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
