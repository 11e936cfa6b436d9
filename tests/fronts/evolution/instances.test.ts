/** An instance is a channel: made, paired, seen, set up and removed as clients of Evolution do. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Site, startSite } from "../site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
});
afterAll(() => site.stop());

const get = async (path: string) => (await site.ask("GET", path)).body;

test("an instance is created, paired by its code, connected and removed", async () => {
  const made = await site.ask("POST", "/instance/create", {
    ...{ instanceName: "desk", qrcode: true, integration: "WHATSAPP-BAILEYS", rejectCall: true },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { instance: { instanceName: "desk" }, hash: "", settings: { rejectCall: true } },
  });
  const { code, base64 } = await get("/instance/connect/desk");
  expect(base64).toStartWith("data:image/png;base64,");
  await site.web.control.scan("15557010002", code);
  const id = made.body.instance.instanceId;
  expect(await get("/instance/connectionState/desk")).toMatchObject({ instance: { instanceName: "desk" } });
  await untilConnected(id);
  expect(await get("/instance/connect/desk")).toEqual({ instance: { instanceName: "desk", state: "open" } });
  expect(await get("/instance/fetchInstances?instanceName=desk")).toMatchObject([
    { id, name: "desk", connectionStatus: "open", ownerJid: "15557010002@s.whatsapp.net", token: null },
  ]);
  expect((await site.ask("POST", "/instance/restart/desk")).status).toBe(200);
  await untilConnected(id);
  expect((await site.ask("DELETE", "/instance/logout/desk")).body).toMatchObject({ status: "SUCCESS" });
  expect((await site.ask("DELETE", "/instance/delete/desk")).body).toMatchObject({ status: "SUCCESS" });
  expect((await site.ask("GET", "/instance/connectionState/desk")).status).toBe(404);
});

async function untilConnected(id: string) {
  const { untilStatus } = await import("../../gateway/support.ts");
  await untilStatus(site.daemon.call)(id, "connected");
}

test("both numbers are listed, each in its own way", async () => {
  const all = await get("/instance/fetchInstances");
  expect(all).toMatchObject([
    { name: "home", connectionStatus: "open", integration: "WHATSAPP-BAILEYS" },
    { name: "shop", connectionStatus: "open", integration: "WHATSAPP-BUSINESS" },
  ]);
  expect(await site.ask("GET", "/instance/fetchInstances?instanceName=nobody")).toMatchObject({
    status: 404,
  });
  const twice = await site.ask("POST", "/instance/create", { instanceName: "home" });
  expect(twice).toMatchObject({ status: 403, body: { response: { code: "name_in_use" } } });
});

test("settings and the proxy are the channel's", async () => {
  const set = await site.ask("POST", "/settings/set/home", {
    rejectCall: true,
    groupsIgnore: false,
    alwaysOnline: true,
  });
  expect(set).toMatchObject({
    status: 201,
    body: { settings: { settings: { rejectCall: true, groupsIgnore: false } } },
  });
  expect(await get("/settings/find/home")).toMatchObject({ rejectCall: true, alwaysOnline: false });
  expect(await get("/proxy/find/home")).toMatchObject({ enabled: false });
});

test("a webhook is one endpoint, however often it is set", async () => {
  const set = (webhook: object) => site.ask("POST", "/webhook/set/home", { webhook });
  const events = ["MESSAGES_UPSERT", "CONNECTION_UPDATE"];
  const first = await set({ enabled: true, url: "https://example.com/one", events });
  const second = await set({
    enabled: true,
    url: "https://example.com/two",
    events,
    headers: { authorization: "Bearer x" },
  });
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect(await get("/webhook/find/home")).toMatchObject({
    url: "https://example.com/two",
    enabled: true,
    events,
  });
  await set({ enabled: false, url: "https://example.com/two", events });
  expect(await get("/webhook/find/home")).toMatchObject({ enabled: false });
  expect(JSON.stringify(await get("/webhook/find/home"))).not.toContain("Bearer");
});
