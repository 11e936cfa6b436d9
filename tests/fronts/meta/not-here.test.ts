/** What the documentation says that does not work: each row is what a program finds when it tries. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { CHANGES } from "../../../daemon/fronts/meta/receive/events.ts";
import { definition } from "../../templates/support.ts";
import { startReceiver } from "../../webhooks/receiver.ts";
import { interactive } from "./messages.ts";
import { type MetaSite, startMetaSite } from "./site.ts";

const receiver = startReceiver();
let site: MetaSite;
beforeAll(async () => {
  site = await startMetaSite();
}, 60_000);
afterAll(async () => {
  await site?.chat.stop();
  await receiver.stop();
});

const KINDS = ["official", "paired"] as const;
const name = { formatted_name: "Ben" };

/** Meta's code of a refusal, from each number. */
async function refused(method: string, edge: (kind: (typeof KINDS)[number]) => string, body?: object) {
  const codes = KINDS.map(async (kind) => (await site.call(method, edge(kind), body)).body.error?.code);
  return await Promise.all(codes);
}
const ofNumber = (edge: string) => (kind: (typeof KINDS)[number]) => `${site[kind].phone_number_id}/${edge}`;
const ofAccount = (edge: string) => (kind: (typeof KINDS)[number]) => `${site[kind].waba_id}/${edge}`;
/** What becomes of a message, from each number. */
const contents = (body: object) =>
  Promise.all(KINDS.map(async (kind) => (await site.record(await site.send(site[kind], body))).content));

const ROWS: Record<string, () => Promise<void>> = {
  "interactive flows": async () => {
    const flow = interactive({ type: "flow", action: { name: "flow", parameters: {} } });
    expect(await refused("POST", ofNumber("messages"), { to: "491700000001", ...flow })).toEqual([
      131051, 131051,
    ]);
  },
  "several contacts in a message, and e-mails, addresses and birthdays of one": async () => {
    const two = { to: "491700000001", type: "contacts", contacts: [{ name }, { name }] };
    expect(await refused("POST", ofNumber("messages"), two)).toEqual([131051, 131051]);
    const phones = [{ phone: "+491700000002" }];
    const more = {
      emails: [{ email: "ben@example.com" }],
      addresses: [{ city: "Kiel" }],
      birthday: "2000-01-01",
    };
    const kept = { full_name: "Ben", phone: expect.stringContaining("491700000002") };
    expect(await contents({ type: "contacts", contacts: [{ name, phones, ...more }] })).toEqual([kept, kept]);
  },
  "a location without a name": async () => {
    const sent = await contents({ type: "location", location: { latitude: 53.5, longitude: 9.9 } });
    expect(sent).toMatchObject([{ name: "53.5, 9.9" }, { name: "53.5, 9.9" }]);
  },
  "making and deleting templates on paired numbers": async () => {
    const path = `${site.paired.waba_id}/message_templates`;
    for (const [method, query, body] of [
      ["POST", "", definition("none")],
      ["DELETE", "?name=none", undefined],
    ] as const)
      expect((await site.call(method, path + query, body)).body.error.code).toBeGreaterThan(0);
  },
  "registering numbers, business profiles, flows, QR codes, calls, blocking people": async () => {
    for (const edge of ["register", "whatsapp_business_profile", "message_qrdls", "calls", "block_users"])
      expect([edge, await refused("POST", ofNumber(edge), {})]).toEqual([edge, [100, 100]]);
    expect(await refused("GET", ofAccount("flows"))).toEqual([100, 100]);
  },
  "an address of a number in place of its account's": async () => {
    const set = (path: string, body: object) => site.call("POST", path, body);
    const address = (path: string) => ({
      override_callback_uri: receiver.url + path,
      verify_token: "open",
    });
    await set(`${site.paired.waba_id}/subscribed_apps`, address("/account"));
    await set(site.paired.phone_number_id, { webhook_configuration: address("/number") });
    const { body } = await site.chat.daemon.call("GET", "/v1/settings/developer/webhooks");
    expect(body.data.map(({ channels }: { channels: string[] }) => channels)).toEqual(
      Array.from({ length: 2 }, () => [site.paired.channelId]),
    );
  },
  "webhooks about calls, flows and groups": async () => {
    expect(Object.keys(CHANGES).filter((event) => /call|flow|group/.test(event))).toEqual([]);
  },
};

test.each(Object.entries(ROWS))("%s", (_, tried) => tried());

test("the documentation's table has these rows", () => {
  const [, table = ""] = readFileSync("docs/meta-api.md", "utf8").split("## What does not work");
  const rows = [...table.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, what]) => what);
  expect(rows.filter((what) => what !== "---")).toEqual(Object.keys(ROWS));
});
