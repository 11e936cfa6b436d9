/** The Graph sandbox, with a receiver of webhooks in the place of two businesses. */

import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { startSandbox } from "../../daemon/sandbox/start.ts";
import { openReceiver } from "../sandbox/graph/support.ts";
import { answerTo, type Business, type Inbound, requestsTo, type SandboxSite } from "./sandbox-site.ts";

export async function startGraphSite(): Promise<SandboxSite> {
  const receiver = openReceiver();
  const { graph, stop } = await startSandbox({ webhookUrl: receiver.url });
  const { get, post, ask } = requestsTo(graph.url);
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const headers = { "content-type": "application/json", authorization: `Bearer ${accessToken}` };
  const other = { id: "100200300400501", waba_id: phoneNumber.wabaId, verified_name: "Other" };
  await ask("phone_numbers", { ...other, display_phone_number: "+1 555-099-0101" });

  function businessOf(number: string): Business {
    const values = () =>
      receiver.values().filter(({ metadata }) => (metadata as Metadata).phone_number_id === number);
    const came = () => values().flatMap(({ messages = [] }) => messages as GraphMessage[]);
    return {
      number,
      async send(to, body) {
        const message = { messaging_product: "whatsapp", to, type: "text", text: { body } };
        const init = { method: "POST", headers, body: JSON.stringify(message) };
        const answer = await answerTo(new Request(`${graph.graphUrl}/${number}/messages`, init));
        return answer.status === 200 ? answer.body.messages[0].id : null;
      },
      async got(wanted) {
        await receiver.until(() => came().some(({ id }) => id === wanted));
        return inboundOf(came().find(({ id }) => id === wanted));
      },
      inbox: () => came().map(({ id }) => id),
      untilRead: (wanted) =>
        receiver.until(() =>
          receiver.statuses().some(({ id, status }) => id === wanted && status === "read"),
        ),
    };
  }

  return {
    business: businessOf(phoneNumber.id),
    otherBusiness: businessOf(other.id),
    order: (from: string, { number }: Business, body: object) =>
      post("inbound", { from, phone_number_id: number, ...body }),
    answering: (id: string) => ({ context: { id } }),
    async phone(person: string) {
      const { data } = await get(`messages?to=${person}`);
      return data.map(({ wamid, type }: { wamid: string; type: string }) => ({ id: wamid, kind: type }));
    },
    people: async () => (await get("recipients")).data,
    fault: {
      set: () => ask("limits", { calls: 0 }),
      listed: async () => [],
      lift: () => ask("limits", { calls: null }),
      async strikes() {
        const { status } = await fetch(`${graph.graphUrl}/${phoneNumber.wabaId}/phone_numbers`, { headers });
        return status !== 200;
      },
    },
    async stop() {
      await stop();
      await receiver.close();
    },
  };
}

type Metadata = { phone_number_id: string };
type GraphMessage = {
  id: string;
  from: string;
  text?: { body: string };
  context?: { id: string };
  reaction?: { emoji: string; message_id: string };
};

function inboundOf(message: GraphMessage | undefined): Inbound {
  const { from = "", text, context, reaction } = message ?? {};
  return {
    from,
    text: text?.body,
    answers: context?.id,
    reaction: reaction && { emoji: reaction.emoji, to: reaction.message_id },
  };
}
