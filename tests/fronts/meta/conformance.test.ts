/** What every provider promises holds for the Cloud API's when another Waypost is its Graph API. */
import { describe } from "bun:test";
import { CLOUD_API } from "../../../daemon/providers/cloud-api/platform.ts";
import { type ProviderSite, providerConformance } from "../../conformance/provider-suite.ts";
import { NUMBER } from "../../providers/whatsapp-web/chat.ts";
import { startThrough, type Through } from "./through.ts";

type Person = Pick<ProviderSite, "got" | "write">;

/** People behind the other's paired number. */
function atPaired({ meta: { chat } }: Through): Person {
  return {
    async got(person) {
      const incoming = chat
        .people()
        .messages(person)
        .filter(({ fromMe }) => !fromMe);
      return incoming.map(({ text }) => text ?? "");
    },
    async write(person, text) {
      await chat.people().send(person, { kind: "text", content: { body: text }, to: NUMBER });
    },
  };
}

/** People behind the other's official number: the sandbox keeps no words, and the other's id of each. */
function atOfficial({ meta: { chat } }: Through): Person {
  const control = `${chat.daemon.sandbox.url}/sandbox`;
  return {
    async got(person) {
      const { data } = (await (await fetch(`${control}/messages?to=${person}`)).json()) as Sent;
      const there = data.map((one) =>
        chat.daemon.call("GET", `/v1/messages/${one.biz_opaque_callback_data}`),
      );
      return (await Promise.all(there)).map(({ body }) => body.content.body);
    },
    async write(from, text) {
      const headers = { "content-type": "application/json" };
      await fetch(`${control}/inbound`, { method: "POST", headers, body: JSON.stringify({ from, text }) });
    },
  };
}

type Sent = { data: { biz_opaque_callback_data: string }[] };

describe.each([
  ["official", atOfficial],
  ["paired", atPaired],
] as const)("through an %s number of another Waypost", (kind, peopleOf) => {
  providerConformance(CLOUD_API.name, async () => {
    const through = await startThrough(kind);
    const { waypost, channelId, stop } = through;
    return { waypost, channelId, encoders: CLOUD_API.encoders, ...peopleOf(through), stop };
  });
});
