/** A daemon with an official and a paired number, and calls to it as programs made for Meta's Cloud API make them. */
import { AT_ONCE, type Chat, startChat } from "../../providers/whatsapp-web/chat.ts";
import type { Answer } from "../../support/daemon.ts";

export type MetaSite = {
  chat: Chat;
  /** Where the Graph API is. */
  graph: string;
  official: Ids;
  paired: Ids;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a message from a number; answers with Meta's answer. */
  send(from: Ids, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** The record of a message that `send` answered with. */
  record(answer: Answer): Promise<Answer["body"]>;
};

export type Ids = { channelId: string; phone_number_id: string; waba_id: string };

export const ADA = "491700000001";

/** A text as programs send it, with more members of the message. */
export const text = (body: string, more: object = {}) => ({ type: "text", text: { body }, ...more });

export async function startMetaSite(): Promise<MetaSite> {
  const chat = await startChat(AT_ONCE);
  const { daemon } = chat;
  const graph = `${daemon.url}/graph/v23.0`;
  const idsOf = async (channelId: string): Promise<Ids> => {
    const { body } = await daemon.call("GET", `/v1/channels/${channelId}`);
    return { channelId, ...body.graph };
  };
  const call: MetaSite["call"] = (method, path, body, headers = {}) =>
    graphCall(graph, daemon.key, method, path, body, headers);
  return {
    chat,
    graph,
    official: await idsOf(daemon.channelId),
    paired: await idsOf(chat.channelId),
    call,
    send: (from, body, headers) =>
      call(
        "POST",
        `${from.phone_number_id}/messages`,
        { messaging_product: "whatsapp", to: ADA, ...body },
        headers,
      ),
    record: async ({ body }) =>
      (await daemon.call("GET", `/v1/messages/${body.messages[0].id.slice("wamid.".length)}`)).body,
  };
}

export async function graphCall(
  graph: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${graph}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
