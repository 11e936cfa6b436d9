/** The compiled node of `n8n-nodes-evolution-api`, run by as little of n8n as it asks for. */
import { createRequire } from "node:module";
import { join } from "node:path";

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: each operation has results of its own
type Result = any;

/** Runs an operation of the node with its parameters, as a flow has them. Throws what the node throws. */
export type Node = (resource: string, operation: string, parameters: Json) => Promise<Result>;

/** What the node's requests are, by the library that n8n had them made with. */
type RequestOptions = { method: string; uri: string; headers: Record<string, string>; body?: Json };

export function nodeOf(folder: string, credentials: Json): Node {
  const load = createRequire(join(folder, "package.json"));
  const { EvolutionApi } = load("n8n-nodes-evolution-api/dist/nodes/EvolutionApi/EvolutionApi.node.js");
  return async (resource, operation, parameters) => {
    const given: Json = { resource, operation, ...parameters };
    const context = {
      getNodeParameter(name: string, _: number, otherwise: unknown) {
        if (name in given) return given[name];
        if (otherwise === undefined) throw new Error(`Could not get parameter: ${name}`);
        return otherwise;
      },
      getInputData: () => [{ json: {} }],
      getNode: () => ({ name: "Evolution API", type: "evolutionApi", typeVersion: 1 }),
      continueOnFail: () => false,
      getCredentials: async () => credentials,
      helpers: { request, returnJsonArray: (data: unknown) => (Array.isArray(data) ? data : [data]) },
    };
    const [[first]] = await new EvolutionApi().execute.call(context);
    return first.json?.data ?? first.json ?? first;
  };
}

async function request({ method, uri, headers, body }: RequestOptions): Promise<unknown> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const sent = new Headers(headers);
  sent.set("content-type", "application/json");
  const answer = await fetch(uri, { method, headers: sent, ...json });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} - ${text}`);
  return JSON.parse(text);
}
