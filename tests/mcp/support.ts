/** The clients of the SDK, of both of its lines. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { cliCommand, cliEnvironment, newHome } from "../cli/run-cli.ts";

const WHO = { name: "test", version: "1.0.0" };

/** Sends each request to the next of several daemons. */
function inTurns(urls: readonly string[]): typeof fetch {
  let sent = 0;
  const next = (_: string | URL | Request, init?: RequestInit) =>
    fetch(`${urls[sent++ % urls.length]}/mcp`, init);
  return next as typeof fetch;
}

/** A client of the line that speaks the revision of 2026-07-28. */
export async function newClient(urls: readonly string[], key: string): Promise<Client> {
  const client = new Client(WHO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(...transportOf(urls, key)));
  return client;
}

/** A client of the line before, which shakes hands. */
export async function oldClient(urls: readonly string[], key: string): Promise<OldClient> {
  const client = new OldClient(WHO);
  await client.connect(new OldTransport(...transportOf(urls, key)) as never);
  return client;
}

/** The same two, with `waypost mcp` as the program that they start. */
export async function newStdioClient(env: Record<string, string>): Promise<Client> {
  const client = new Client(WHO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
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

function transportOf(urls: readonly string[], key: string) {
  const requestInit = { headers: { "x-api-key": key } };
  return [new URL(`${urls[0]}/mcp`), { requestInit, fetch: inTurns(urls) }] as const;
}
