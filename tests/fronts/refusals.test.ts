/** What the API refuses is refused by each front in its own form, with the same code. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { makeKey } from "../support/daemon.ts";
import { askerOf, PERSON, type Site, startSite } from "./site.ts";

const QUIET = "16505550177";

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
});
afterAll(() => site.stop());

type Front = { prefix: string; header: string; form: (status: number, code: string) => object; send: Send };
type Send = (ask: Site["ask"], channel: string, text?: string) => ReturnType<Site["ask"]>;

const FRONTS: [string, Front][] = [
  [
    "Evolution",
    {
      ...{ prefix: "/compat/evolution", header: "apikey" },
      form: (status, code) => ({
        status,
        error: expect.any(String),
        response: { message: expect.any(Array), code },
      }),
      send: (ask, channel, text = "Hi") =>
        ask("POST", `/message/sendText/${channel}`, { number: PERSON, text }),
    },
  ],
  [
    "WAHA",
    {
      ...{ prefix: "/compat/waha", header: "x-api-key" },
      form: (statusCode, code) => ({
        statusCode,
        code,
        message: expect.any(String),
        error: expect.any(String),
      }),
      send: (ask, session, text = "Hi") =>
        ask("POST", "/api/sendText", { session, chatId: `${PERSON}@c.us`, text }),
    },
  ],
];

const asked = ({ prefix, header }: Front, key = site.daemon.key) =>
  askerOf(site.daemon.url + prefix, header, key);

for (const [name, front] of FRONTS) {
  const expectRefused = (answer: { status: number; body: unknown }, status: number, code: string) =>
    expect(answer).toMatchObject({ status, body: front.form(status, code) });

  test(`${name}: an unknown key`, async () => {
    expectRefused(await front.send(asked(front, "wp_unknown"), "shop"), 401, "unauthorized");
  });

  test(`${name}: a key without the permission`, async () => {
    const key = await makeKey(site.daemon, ["messages:read"]);
    expectRefused(await front.send(asked(front, key), "shop"), 403, "missing_permission");
  });

  test(`${name}: a key for another channel finds none of this name`, async () => {
    const key = await makeKey(site.daemon, ["messages:send"], [site.channelId]);
    expectRefused(await front.send(asked(front, key), "shop"), 404, "channel_not_found");
    expect(await front.send(asked(front, key), "home")).toMatchObject({ status: 201 });
  });

  test(`${name}: a key of another organisation`, async () => {
    const { api_key } = await addOrganization(site.daemon.sql, site.daemon.secrets, {
      ...{ name: "Another", email: `${crypto.randomUUID()}@example.com` },
    });
    expectRefused(await front.send(asked(front, api_key), "shop"), 404, "channel_not_found");
    expectRefused(await front.send(asked(front, api_key), site.daemon.channelId), 404, "channel_not_found");
  });

  test(`${name}: a name that two channels have`, async () => {
    for (const _ of [1, 2])
      await site.daemon.call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "twin" });
    expectRefused(await front.send(asked(front), "twin"), 409, "ambiguous_name");
  });

  test(`${name}: a text that is too long`, async () => {
    const status = name === "Evolution" ? 400 : 422;
    expectRefused(await front.send(asked(front), "shop", "x".repeat(5000)), status, "invalid_content");
  });

  test(`${name}: a type that an agent may not send`, async () => {
    const agent = { recipients: "anyone", types: ["image"] };
    const { body } = await site.daemon.call("POST", "/v1/api-keys", {
      ...{ name: "agent", permissions: ["messages:send"], agent },
    });
    expectRefused(await front.send(asked(front, body.key), "shop"), 403, "agent_type");
  });

  test(`${name}: somebody who wants no messages, until they want them again`, async () => {
    const toQuiet: Site["ask"] = (method, path, given) =>
      asked(front)(method, path, JSON.stringify(given).replaceAll(PERSON, QUIET));
    const contact = await site.daemon.call("POST", "/v1/contacts", { phone_number: `+${QUIET}` });
    const suppressions = `/v1/contacts/${contact.body.id}/suppressions`;
    const suppression = { channel: "whatsapp", reason: "complained" };
    expect((await site.daemon.call("POST", suppressions, suppression)).status).toBe(201);
    const status = name === "Evolution" ? 400 : 422;
    for (const channel of ["home", "shop"])
      expectRefused(await front.send(toQuiet, channel), status, "suppressed_recipient");
    expect((await site.daemon.call("DELETE", `${suppressions}/whatsapp`)).status).toBe(204);
    expect(await front.send(toQuiet, "home")).toMatchObject({ status: 201 });
  });

  test(`${name}: a path that nobody knows`, async () => {
    const answer = await asked(front)("GET", "/no/such/path");
    expectRefused(answer, 404, "not_found");
  });

  test(`${name}: JSON that is none`, async () => {
    const answer = await front.send((method, path) => asked(front)(method, path, "{"), "shop");
    expectRefused(answer, 400, "invalid_json");
  });
}
