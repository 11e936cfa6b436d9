/** The guides to programs made for Meta's Cloud API: every script runs, and then the program's own calls are answered. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newHome } from "../cli/run-cli.ts";
import { graphCall, type Ids, type MetaSite, startMetaSite } from "../fronts/meta/site.ts";
import { makeClient, readBlocks, runScript } from "./recipes.ts";

const TOKEN = "of-the-program";
/** The program's address for webhooks, which answers the challenge as Chatwoot and Typebot do. */
const receiver = Bun.serve({
  ...{ port: 0, hostname: "127.0.0.1" },
  fetch({ url }) {
    const asked = new URL(url).searchParams;
    const isOurs = asked.get("hub.verify_token") === TOKEN;
    return new Response(isOurs ? asked.get("hub.challenge") : "no", { status: isOurs ? 200 : 401 });
  },
});

let site: MetaSite;
let client: string;
beforeAll(async () => {
  site = await startMetaSite();
  client = (await makeClient()).folder;
}, 60_000);
afterAll(async () => {
  await site?.chat.stop();
  await receiver.stop(true);
});

/** Runs the scripts of a page with the variables that its reader has; what each printed. */
async function walk(page: string, ids: Ids): Promise<string[]> {
  const { url, key } = site.chat.daemon;
  const printed: string[] = [];
  for (const { language, text } of readBlocks(page)) {
    if (language !== "sh") continue;
    const env = {
      ...{ WAYPOST_URL: url, WAYPOST_API_KEY: key, CHANNEL: ids.channelId, PHONE: "491700000001" },
      ...{ PHONE_NUMBER_ID: ids.phone_number_id, VERIFY_TOKEN: TOKEN },
      RECEIVER: `http://127.0.0.1:${receiver.port}/webhooks/${page}`,
    };
    const { code, stdout, stderr } = await runScript(text, { env, client, folder: newHome() });
    expect([page, text, code, stderr, stdout]).toEqual([page, text, 0, "", expect.any(String)]);
    printed.push(stdout.trim());
  }
  return printed;
}

describe.each(["official", "paired"] as const)("with an %s number", (kind) => {
  test("meta-api.md", async () => {
    const [ids, sent, endpoint] = await walk("meta-api.md", site[kind]);
    expect(ids).toContain(site[kind].phone_number_id);
    expect(ids).toContain(site[kind].waba_id);
    expect(JSON.parse(sent ?? "").messages).toHaveLength(1);
    expect(JSON.parse(endpoint ?? "")).toMatchObject({ format: "meta", channels: [site[kind].channelId] });
  });

  test("chatwoot.md, and what Chatwoot then calls", async () => {
    const [key = ""] = await walk("chatwoot.md", site[kind]);
    const { phone_number_id, waba_id } = site[kind];
    const at = (version: string) => `${site.chat.daemon.url}/graph/${version}`;
    // its check of the settings, by a token in the query alone
    const checked = await fetch(`${at("v14.0")}/${waba_id}/message_templates?access_token=${key}`);
    expect([checked.status, Object.keys((await checked.json()) as object)]).toEqual([
      200,
      ["data", "paging"],
    ]);
    const send = (body: object) =>
      graphCall(at("v13.0"), key, "POST", `${phone_number_id}/messages`, {
        ...{ messaging_product: "whatsapp", to: "491700000001", ...body },
      });
    const first = await send({ context: {}, type: "text", text: { body: "From Chatwoot" } });
    expect(first.status).toBe(200);
    const [{ id }] = first.body.messages;
    const reply = await send({ context: { message_id: id }, type: "text", text: { body: "Again" } });
    expect(reply.status).toBe(200);
    const link = "https://example.com/menu.pdf";
    expect((await send({ type: "document", document: { link, filename: "menu.pdf" } })).status).toBe(200);
    const bytes = new FormData();
    bytes.set("messaging_product", "whatsapp");
    bytes.set("file", new File(["%PDF-1.4 x"], "x.pdf", { type: "application/pdf" }));
    const headers = { authorization: `Bearer ${key}` };
    const media = `${at("v13.0")}/${phone_number_id}/media`;
    const up = (await (await fetch(media, { method: "POST", headers, body: bytes })).json()) as {
      id: string;
    };
    const file = await graphCall(at("v13.0"), key, "GET", `${up.id}?phone_number_id=${phone_number_id}`);
    expect(await (await fetch(file.body.url, { headers })).text()).toBe("%PDF-1.4 x");
  });

  test("typebot.md, and what Typebot then calls", async () => {
    const [key = ""] = await walk("typebot.md", site[kind]);
    const { phone_number_id, waba_id } = site[kind];
    const graph = `${site.chat.daemon.url}/graph/v17.0`;
    const numbers = `${waba_id}/phone_numbers?fields=id,display_phone_number&limit=100`;
    const listed = await graphCall(graph, key, "GET", numbers);
    expect(listed.body.data).toEqual([{ id: phone_number_id, display_phone_number: expect.any(String) }]);
    const token = await graphCall(graph, key, "GET", `debug_token?input_token=${key}`);
    expect(token.body.data).toMatchObject({ is_valid: true, scopes: ["whatsapp_business_messaging"] });
    const buttons = [{ type: "reply", reply: { id: "y", title: "Yes" } }];
    const asked = await graphCall(graph, key, "POST", `${phone_number_id}/messages`, {
      ...{ messaging_product: "whatsapp", to: "491700000001", type: "interactive" },
      interactive: { type: "button", body: { text: "Come?" }, action: { buttons } },
    });
    expect(asked.status).toBe(200);
  });
});
