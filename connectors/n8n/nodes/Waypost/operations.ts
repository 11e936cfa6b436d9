import type { IDataObject, IExecuteFunctions, INodeExecutionData } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { list, request } from "../request";
import { FILES } from "./fields";

type Operation = (context: IExecuteFunctions, item: number) => Promise<IDataObject[] | INodeExecutionData>;

/** What the node does, by resource and operation. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "message.send": async (context, item) => {
    const to = { channel_id: text(context, item, "channelId"), to: text(context, item, "to") };
    return [await send(context, item, to)];
  },
  "message.reply": async (context, item) => {
    const quoted = text(context, item, "quotedId");
    const to = { conversation_id: text(context, item, "conversationId") };
    return [await send(context, item, { ...to, ...(quoted !== "" && { reply_to: { id: quoted } }) })];
  },
  "message.getAll": (context, item) =>
    list(context, "/v1/messages/search", { q: text(context, item, "words") }, most(context, item)),
  "message.get": one("GET", (id) => `/v1/messages/${id}`),
  "contact.getAll": (context, item) =>
    list(context, "/v1/contacts", { q: text(context, item, "words") }, most(context, item)),
  "contact.create": async (context, item) => [
    await request(context, "POST", "/v1/contacts", { body: json(context, item, "fields") }),
  ],
  "contact.update": async (context, item) => [
    await request(context, "PATCH", `/v1/contacts/${id(context, item)}`, {
      body: json(context, item, "fields"),
    }),
  ],
  "contact.addTags": (context, item) => tag(context, item, "names"),
  "contact.removeTags": (context, item) => tag(context, item, "remove"),
  "conversation.hold": one("POST", (id) => `/v1/conversations/${id}/hold`),
  "conversation.release": one("POST", (id) => `/v1/conversations/${id}/release`),
  "template.getAll": (context, item) => list(context, "/v1/templates", {}, most(context, item)),
  "file.upload": async (context, item) => [await upload(context, item)],
  "file.download": download,
};

/**
 * Sends a message; n8n repeats a failed node, so the run and the item are its idempotency key. Executions are counted
 * from one again in another installation, which has another id.
 */
async function send(context: IExecuteFunctions, item: number, to: IDataObject): Promise<IDataObject> {
  const type = text(context, item, "type");
  const run = context.getWorkflowDataProxy(item).$runIndex;
  const parts = [context.getInstanceId(), context.getExecutionId(), context.getNode().id, run, item];
  return await request(context, "POST", "/v1/messages", {
    body: { ...to, type, content: contentOf(context, item, type) },
    headers: { "Idempotency-Key": `n8n-${parts.join("-")}` },
  });
}

function contentOf(context: IExecuteFunctions, item: number, type: string): IDataObject {
  if (type === "text") return { body: text(context, item, "text") };
  if (!FILES.includes(type)) return json(context, item, "content");
  const caption = text(context, item, "caption");
  return { media_id: text(context, item, "mediaId"), ...(caption !== "" && { caption }) };
}

function one(method: "GET" | "POST", path: (id: string) => string): Operation {
  return async (context, item) => [await request(context, method, path(id(context, item)))];
}

async function tag(context: IExecuteFunctions, item: number, member: string): Promise<IDataObject[]> {
  const names = text(context, item, "tags")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [
    await request(context, "POST", `/v1/contacts/${id(context, item)}/tags`, { body: { [member]: names } }),
  ];
}

async function upload(context: IExecuteFunctions, item: number): Promise<IDataObject> {
  const property = text(context, item, "binaryProperty");
  const { mimeType, fileName } = context.helpers.assertBinaryData(item, property);
  const body = await context.helpers.getBinaryDataBuffer(item, property);
  const named = `attachment; filename*=UTF-8''${encodeURIComponent(fileName ?? "file")}`;
  const headers = { "Content-Type": mimeType, "Content-Disposition": named };
  const answer = await request(context, "POST", "/v1/media", { body, headers, json: false });
  return typeof answer === "string" ? JSON.parse(answer) : answer;
}

async function download(context: IExecuteFunctions, item: number): Promise<INodeExecutionData> {
  const info = await request(context, "GET", `/v1/media/${id(context, item)}/info`);
  const bytes: unknown = await request(context, "GET", `/v1/media/${id(context, item)}`, {
    ...{ json: false, encoding: "arraybuffer" },
  });
  const binary = await context.helpers.prepareBinaryData(
    Buffer.from(bytes as ArrayBuffer),
    typeof info.file_name === "string" ? info.file_name : undefined,
    typeof info.mime_type === "string" ? info.mime_type : undefined,
  );
  return { json: info, binary: { [text(context, item, "binaryProperty")]: binary } };
}

function text(context: IExecuteFunctions, item: number, name: string): string {
  return String(context.getNodeParameter(name, item, ""));
}

function id(context: IExecuteFunctions, item: number): string {
  return encodeURIComponent(text(context, item, "id"));
}

function most(context: IExecuteFunctions, item: number): number {
  const wanted = context.getNodeParameter("returnAll", item, false) ? Number.MAX_SAFE_INTEGER : undefined;
  return wanted ?? Number(context.getNodeParameter("limit", item, 50));
}

/** What was written as JSON, or came from an expression as an object. */
function json(context: IExecuteFunctions, item: number, name: string): IDataObject {
  const given = context.getNodeParameter(name, item, "{}");
  if (typeof given === "object") return given as IDataObject;
  try {
    return JSON.parse(String(given));
  } catch {
    throw new NodeOperationError(context.getNode(), `${name} is no JSON`, { itemIndex: item });
  }
}
