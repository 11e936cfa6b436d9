/** docs/n8n.md, up to where n8n begins: its file is installed, its key made, and with that key the nodes do their work. */
import { beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { packN8n } from "../../scripts/lib/packages/n8n.ts";
import { newHome } from "../cli/run-cli.ts";
import { contextOf, loadNodes } from "../connectors/n8n-context.ts";
import { hear } from "../conversations/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { makeClient, readBlocks, runScript } from "./recipes.ts";

const [install = "", keys = ""] = readBlocks("n8n.md").map(({ text }) => text);
const waypost = ownDaemon();
let client: string;
let key: string;
const home = newHome();

async function walk(script: string): Promise<string> {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key, npm_config_offline: "true" };
  const ran = await runScript(script, { env, client, folder: home });
  expect(ran).toMatchObject({ code: 0 });
  return ran.stdout;
}

beforeAll(async () => {
  client = (await makeClient()).folder;
  key = /wp_\S+/.exec(await walk(keys))?.[0] ?? "";
});

const asKey = (given: Parameters<typeof contextOf>[1]) => contextOf({ ...waypost, key }, given);

test.skipIf(Bun.which("npm") === null)(
  "the packed nodes are installed where n8n looks for them",
  async () => {
    mkdirSync(join(home, "packed"));
    const packed = await packN8n(join(home, "drafts"), join(home, "packed"));
    await walk(install.replace(/\/path\/to\/\S+/, packed));
    const { n8n } = await Bun.file(join(home, INSTALLED, "package.json")).json();
    for (const file of [...n8n.nodes, ...n8n.credentials])
      expect(existsSync(join(home, INSTALLED, file))).toBe(true);
  },
);

const INSTALLED = ".n8n/nodes/node_modules/n8n-nodes-waypost";

test("the key lets a flow start, answer, and find what it needs", async () => {
  const { Waypost, WaypostTrigger } = await loadNodes();
  const url = "http://127.0.0.1:9/webhook/1/waypost";
  const started = asKey({ parameters: { events: ["message.new"] }, url, kept: {} });
  const { create, delete: remove } = new WaypostTrigger().webhookMethods.default;
  expect(await create.call(started)).toBe(true);
  expect(await remove.call(started)).toBe(true);
  const conversationId = await hear(waypost, "14155578101");
  const run = async (resource: string, operation: string, parameters: object) => {
    const [made] = await new Waypost().execute.call(
      asKey({ parameters: { resource, operation, limit: 5, ...parameters } }),
    );
    return made;
  };
  const reply = { conversationId, type: "text", text: "Yes" };
  expect(await run("message", "reply", reply)).toHaveLength(1);
  expect(await run("contact", "getAll", { words: "14155578101" })).toHaveLength(1);
  expect(await run("template", "getAll", {})).toBeArray();
  expect(await run("conversation", "hold", { id: conversationId })).toHaveLength(1);
});

test("a person's hold refuses the key's replies", async () => {
  const conversationId = await hear(waypost, "14155578102");
  await waypost.call("POST", `/v1/conversations/${conversationId}/hold`, {});
  const { Waypost } = await loadNodes();
  const parameters = { resource: "message", operation: "reply", conversationId, type: "text", text: "Yes" };
  await expect(new Waypost().execute.call(asKey({ parameters }))).rejects.toThrow("conversation_held");
});
