/** The clients of the SDK, of both of its lines. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { cliCommand, cliEnvironment, newHome } from "../cli/run-cli.ts";
import type { Answer } from "../support/daemon.ts";

const WHO = { name: "test", version: "1.0.0" };

/** Calls a tool: what it answers, and the links that come with that. Throws for what is no answer of a tool. */
export async function callTool(client: Pick<Client, "callTool">, name: string, given: object) {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [{ text = "" } = {}, ...links] = result.content as { text?: string; uri?: string }[];
  if (!text.startsWith("{")) throw new Error(text);
  const answer: Answer["body"] = result.structuredContent ?? JSON.parse(text);
  return { answer, links, isError: result.isError ?? false };
}

/** The person at a client's program: what they answer to what they are shown. */
export type Elicited = (message: string) => Promise<"accept" | "decline" | "cancel">;
/** Changes the body of a request before it is sent. */
type Change = (body: string) => string;

/** Sends each request to the next of several daemons. */
function inTurns(urls: readonly string[], change: Change = (body) => body): typeof fetch {
  let sent = 0;
  const next = (_: string | URL | Request, init: RequestInit = {}) =>
    fetch(`${urls[sent++ % urls.length]}/mcp`, {
      ...init,
      ...(typeof init.body === "string" ? { body: change(init.body) } : {}),
    });
  return next as typeof fetch;
}

/** A client of the line that speaks the revision of 2026-07-28. */
export async function newClient(
  urls: readonly string[],
  key: string,
  { elicit, change }: { elicit?: Elicited; change?: Change } = {},
): Promise<Client> {
  const client = modernClient(elicit);
  await client.connect(new StreamableHTTPClientTransport(...transportOf(urls, key, change)));
  return client;
}

function modernClient(elicit?: Elicited): Client {
  const capabilities = elicit === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client(WHO, { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  if (elicit !== undefined)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const action = await elicit(params.message);
      return action === "accept" ? { action, content: {} } : { action };
    });
  return client;
}

/** A client of the line before, which shakes hands. */
export async function oldClient(urls: readonly string[], key: string): Promise<OldClient> {
  const client = new OldClient(WHO);
  await client.connect(new OldTransport(...transportOf(urls, key)) as never);
  return client;
}

/** The same two, with `waypost mcp` as the program that they start. */
export async function newStdioClient(env: Record<string, string>, elicit?: Elicited): Promise<Client> {
  const client = modernClient(elicit);
  await client.connect(new StdioClientTransport(programOf(env)));
  return client;
}

export async function oldStdioClient(env: Record<string, string>): Promise<OldClient> {
  const client = new OldClient(WHO);
  await client.connect(new OldStdioTransport(programOf(env)));
  return client;
}

function programOf(env: Record<string, string>) {
  const [command = "", ...args] = cliCommand(["mcp"]);
  return { command, args, env: cliEnvironment(newHome(), env), stderr: "inherit" as const };
}

function transportOf(urls: readonly string[], key: string, change?: Change) {
  const requestInit = { headers: { "x-api-key": key } };
  return [new URL(`${urls[0]}/mcp`), { requestInit, fetch: inTurns(urls, change) }] as const;
}
