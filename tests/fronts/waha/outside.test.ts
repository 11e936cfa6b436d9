/** A client of WAHA that is none of ours, unchanged: waha-py. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { ADA } from "../../providers/whatsapp-web/chat.ts";
import { fromPyPI, runPython } from "../outside/packages.ts";
import { type Site, startSite } from "../site.ts";

setDefaultTimeout(60_000);
const python = await fromPyPI("waha-py==2026.9.2");
if ("missing" in python) process.stdout.write(`waha-py is passed over: ${python.missing}.\n`);

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/waha", "x-api-key");
  await site.daemon.call("PATCH", `/v1/channels/${site.channelId}`, { settings: { groups: true } });
});
afterAll(() => site.stop());

test.skipIf("missing" in python)(
  "waha-py lists, sends, reads, and gets the call that does the same for what is not here",
  async () => {
    if ("missing" in python) return;
    const values = { URL: `${site.daemon.url}/compat/waha`, KEY: site.daemon.key, TO: ADA, SESSION: "home" };
    const got = await runPython(python.path, join(import.meta.dir, "../outside/waha_client.py"), values);
    expect(got).toMatchObject({
      ping: { message: "pong" },
      version: { engine: "WAYPOST" },
      sessions: [
        { name: "home", status: "WORKING" },
        { name: "shop", status: "WORKING" },
      ],
      session: { name: "home", config: { webhooks: [] } },
      me: { id: expect.stringContaining("@c.us") },
      text: { body: "From waha-py", to: `${ADA}@c.us`, fromMe: true },
      file: { hasMedia: true },
      location: { location: { description: "Pier" } },
      exists: { numberExists: true, chatId: `${ADA}@c.us` },
      chats: [{ id: `${ADA}@c.us` }],
      messages: expect.arrayContaining([expect.objectContaining({ body: "From waha-py" })]),
      groups: [],
      refused: { statusCode: 501, message: expect.stringContaining("/v1/conversations/{id}/tags") },
    });
  },
);
