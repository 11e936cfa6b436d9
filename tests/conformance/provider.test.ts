import { expect, test } from "bun:test";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { WHATSAPP_WEB } from "../../daemon/providers/whatsapp-web/platform.ts";
import { ENCODERS as ECHO_ENCODERS } from "../providers/echo/encoders.ts";
import { createEcho, ECHO } from "../providers/echo/provider.ts";
import { NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { type ProviderSite, providerConformance } from "./provider-suite.ts";

providerConformance(CLOUD_API.name, async () => {
  const waypost = await startTestDaemon();
  const control = `${waypost.sandbox.url}/sandbox`;
  return {
    waypost,
    channelId: waypost.channelId,
    encoders: CLOUD_API.encoders,
    async got(person) {
      const found = await fetch(`${control}/messages?to=${person}`);
      const { data } = (await found.json()) as GraphMessages;
      // it keeps no words, and our id of each
      const ours = data.map((one) => waypost.call("GET", `/v1/messages/${one.biz_opaque_callback_data}`));
      return (await Promise.all(ours)).map(({ body }) => body.content.body);
    },
    async write(from, text) {
      const headers = { "content-type": "application/json" };
      await fetch(`${control}/inbound`, { method: "POST", headers, body: JSON.stringify({ from, text }) });
    },
    stop: waypost.stop,
  };
});

type GraphMessages = { data: { biz_opaque_callback_data: string }[] };

providerConformance(WHATSAPP_WEB.name, async () => {
  const chat = await startChat();
  const people = chat.people();
  return {
    waypost: chat.daemon,
    channelId: chat.channelId,
    encoders: WHATSAPP_WEB.encoders,
    async got(person) {
      const incoming = people.messages(person).filter(({ fromMe }) => !fromMe);
      return incoming.map(({ text }) => text ?? "");
    },
    async write(person, text) {
      await people.send(person, { kind: "text", content: { body: text }, to: NUMBER });
    },
    stop: chat.stop,
  };
});

async function startEcho(): Promise<ProviderSite> {
  const echo = createEcho();
  const waypost = await startTestDaemon({ platforms: { [ECHO]: echo.register } });
  const channel = { platform: ECHO, name: "Echo", room: "cave" };
  const { body } = await waypost.call("POST", "/v1/channels", channel);
  return {
    waypost,
    channelId: body.id,
    encoders: ECHO_ENCODERS,
    got: async (person) => echo.heard(person),
    write: echo.write,
    stop: waypost.stop,
  };
}

providerConformance(ECHO, startEcho, (site) => {
  test("its channels are created from what it asks for, which the API documents and shows", async () => {
    const { waypost, channelId } = site();
    const shown = await waypost.call("GET", `/v1/channels/${channelId}`);
    expect(shown.body).toMatchObject({ room: "cave" });
    expect(shown.body).not.toHaveProperty("phone_number_id");
    const { body } = await waypost.call("GET", "/openapi.json");
    const taken = body.paths["/v1/channels"].post.requestBody.content["application/json"].schema.properties;
    expect(taken).toMatchObject({ room: { type: "string" }, phone_number_id: { type: "string" } });
  });

  test("a channel is refused without what it asks for, and in a room that has one", async () => {
    const create = async (body: object) =>
      await site().waypost.call("POST", "/v1/channels", { platform: ECHO, name: "Second", ...body });
    expect(await create({})).toMatchObject({ status: 422, body: { errors: [{ path: "/room" }] } });
    expect(await create({ room: "cave" })).toMatchObject({
      status: 409,
      body: { errors: [{ path: "/room" }] },
    });
  });
});
