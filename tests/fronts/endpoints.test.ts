/** Endpoints that programs set for one channel, beside those that somebody made for several. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { EVOLUTION_FORM } from "../../daemon/fronts/evolution/form.ts";
import { WAHA_FORM } from "../../daemon/fronts/waha/form.ts";
import { askerOf, type Site, startSite } from "./site.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks";
const SET = {
  evolution: (events: string[]) =>
    site.ask("POST", "/webhook/set/home", { url: "https://example.com/new", events }),
  waha: (events: string[]) =>
    askerOf(`${site.daemon.url}/compat/waha`, "x-api-key", site.daemon.key)("PUT", "/api/sessions/home", {
      config: { webhooks: [{ url: "https://example.com/new", events }] },
    }),
};

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
});
afterAll(() => site.stop());

const listed = async (format: string) =>
  (await site.daemon.call("GET", ENDPOINTS)).body.data.filter(
    (one: { format: string }) => one.format === format,
  );

test.each(["evolution", "waha"] as const)("%s: set by several calls at once, it is one", async (format) => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => SET[format]([])));
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  expect(await listed(format)).toHaveLength(1);
});

test.each(["evolution", "waha"] as const)(
  "%s: an endpoint of two channels stays as it is",
  async (format) => {
    const channels = [site.channelId, site.daemon.channelId];
    const fields = { url: "https://example.com/both", format, channels };
    const { body: both } = await site.daemon.call("POST", `${ENDPOINTS}/endpoints`, fields);
    expect((await SET[format]([])).status).toBeLessThan(300);
    expect(await listed(format)).toHaveLength(2);
    const { url, channels: kept } = (await listed(format)).find(({ id }: { id: string }) => id === both.id);
    expect({ url, kept: kept.toSorted() }).toEqual({ url: fields.url, kept: channels.toSorted() });
  },
);

test.each([
  ["evolution", EVOLUTION_FORM],
  ["waha", WAHA_FORM],
] as const)(
  "%s: the names that a program may give stand for all events of the form",
  async (format, form) => {
    await SET[format]([]);
    const names =
      format === "evolution"
        ? (await site.ask("GET", "/webhook/find/home")).body.events
        : (form.events ?? []);
    expect((await SET[format](names)).status).toBeLessThan(300);
    const own = (await listed(format)).find(({ url }: { url: string }) => url.endsWith("/new"));
    expect(own.filterTypes.toSorted()).toEqual([...(form.types ?? [])].toSorted());
    expect(own.format_events).toEqual(form.events);
  },
);

test("an endpoint gets what its program names of a form's own events, and no other", async () => {
  await SET.evolution(["MESSAGES_EDITED"]);
  await SET.waha(["message.revoked"]);
  const own = async (format: string) =>
    (await listed(format)).find(({ url }: { url: string }) => url.endsWith("/new"));
  const only = { filterTypes: ["conversation.updated"] };
  expect(await own("evolution")).toMatchObject({ ...only, format_events: ["messages.edited"] });
  expect(await own("waha")).toMatchObject({ ...only, format_events: ["message.revoked"] });
  expect((await site.ask("GET", "/webhook/find/home")).body.events).toEqual(["MESSAGES_EDITED"]);
  const { id } = await own("waha");
  for (const format_events of [[], ["messages.edited"]]) {
    const changed = await site.daemon.call("PATCH", `${ENDPOINTS}/endpoints/${id}`, { format_events });
    expect(changed.status).toBe(422);
  }
});

test("two webhooks of WAHA's with the same address are one endpoint, which gets what either names", async () => {
  const ask = askerOf(`${site.daemon.url}/compat/waha`, "x-api-key", site.daemon.key);
  const url = "https://example.com/twice";
  const webhooks = ["message.ack", "session.status"].map((event) => ({ url, events: [event] }));
  for (const _ of [1, 2]) {
    expect((await ask("PUT", "/api/sessions/home", { config: { webhooks } })).status).toBe(200);
    const own = (await listed("waha")).filter((one: { url: string }) => one.url === url);
    expect(own).toMatchObject([{ format_events: ["message.ack", "session.status"] }]);
  }
});
