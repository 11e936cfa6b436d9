/** Our nodes for n8n as they are built, and the little of n8n that they call. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compileN8n } from "../../scripts/lib/packages/n8n.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Json = Record<string, unknown>;
type Item = { json: Json; binary?: Record<string, Bytes> };
type Bytes = { data: Buffer; fileName?: string; mimeType?: string };
type Asked = { method: string; url: string; qs?: Json; body?: unknown; headers?: Json; encoding?: string };

/** What n8n brings for its nodes at run time. */
const WORKFLOW = `
class NodeError extends Error { constructor(node, cause) { super(typeof cause === "string" ? cause : cause.message); this.httpCode = cause.httpCode; } }
module.exports = { NodeConnectionTypes: { Main: "main" }, NodeApiError: NodeError, NodeOperationError: NodeError };`;

/** The classes of both nodes, by their names. */
export async function loadNodes(): Promise<{ Waypost: NodeClass; WaypostTrigger: NodeClass }> {
  const folder = temporaryFolder("n8n");
  await compileN8n(folder);
  mkdirSync(join(folder, "node_modules", "n8n-workflow"), { recursive: true });
  writeFileSync(join(folder, "node_modules", "n8n-workflow", "index.js"), WORKFLOW);
  const load = createRequire(join(folder, "index.js"));
  return {
    ...load("./dist/nodes/Waypost/Waypost.node.js"),
    ...load("./dist/nodes/WaypostTrigger/WaypostTrigger.node.js"),
  };
}

type Method = (this: unknown) => Promise<unknown>;
type Property = { name: string; options?: { value: string }[] };
export type NodeClass = new () => {
  description: { properties: Property[] };
  execute(this: unknown): Promise<Item[][]>;
  webhook(this: unknown): Promise<{ workflowData?: Json[][] }>;
  webhookMethods: { default: Record<"checkExists" | "create" | "delete", Method> };
};

type Given = {
  parameters: Json;
  items?: Item[];
  /** Of a webhook: where it is, what came there, and what n8n keeps of the node. */
  url?: string;
  request?: { headers: Record<string, string>; body: string };
  kept?: Json;
  /** `manual` while a call to the test URL is answered, though `url` is production's then. */
  mode?: "trigger" | "manual";
};

let executions = 0;

/** The context of one call. */
export function contextOf(
  waypost: TestDaemon,
  { parameters, items = [{ json: {} }], url, request, kept, mode = "trigger" }: Given,
) {
  const execution = String(++executions);
  const answers: number[] = [];
  const response = { status: (code: number) => ({ json: () => answers.push(code) }) };
  return {
    answers,
    getInputData: () => items,
    getNodeParameter: (name: string, second: unknown, third: unknown) =>
      parameters[name] ?? (typeof second === "number" ? third : second),
    getNode: () => ({ id: "node", name: "Waypost" }),
    getInstanceId: () => "instance",
    getExecutionId: () => execution,
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    getWorkflow: () => ({ id: "1", name: "Answers" }),
    getMode: () => mode,
    continueOnFail: () => false,
    getCredentials: async () => ({ url: `${waypost.url}/`, apiKey: waypost.key }),
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => kept,
    getHeaderData: () => request?.headers,
    getRequestObject: () => ({ rawBody: request === undefined ? undefined : Buffer.from(request.body) }),
    getResponseObject: () => response,
    helpers: {
      httpRequestWithAuthentication: (_: string, asked: Asked) => ask(waypost, asked),
      returnJsonArray: (json: Json) => [{ json }],
      assertBinaryData: (item: number, name: string) => items[item]?.binary?.[name],
      getBinaryDataBuffer: (item: number, name: string) => items[item]?.binary?.[name]?.data,
      prepareBinaryData: (data: Buffer, fileName: string, mimeType: string) => ({ data, fileName, mimeType }),
    },
  };
}

async function ask(waypost: TestDaemon, { method, url, qs = {}, body, headers = {}, encoding }: Asked) {
  const query = new URLSearchParams(qs as Record<string, string>);
  const isBytes = Buffer.isBuffer(body);
  const answer = await fetch(query.size === 0 ? url : `${url}?${query}`, {
    method,
    headers: {
      "x-api-key": waypost.key,
      ...(body === undefined || isBytes ? {} : { "content-type": "application/json" }),
      ...(headers as Record<string, string>),
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  if (!answer.ok) throw Object.assign(new Error(await answer.text()), { httpCode: String(answer.status) });
  if (encoding === "arraybuffer") return await answer.arrayBuffer();
  const text = await answer.text();
  return text === "" ? {} : JSON.parse(text);
}
