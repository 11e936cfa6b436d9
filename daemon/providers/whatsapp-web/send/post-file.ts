import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { throughProxy } from "../../../egress/agents.ts";
import type { Tunnel } from "../../../egress/tunnel/tunnel.ts";
import { writeReleased } from "../../../lib/released.ts";

const MOST_REDIRECTS = 3;
const READ_BYTES = 256 * 1024;
const MOST_RESPONSE_BYTES = 64 * 1024;

/**
 * Posts a local file as it is read, with its length, and returns the JSON of the response. Memory use does not grow
 * with the file, as it does with Baileys' own upload (`Utils/messages-media`). Rejects when nothing comes or goes for
 * `timeoutMs`, and when the response is no JSON.
 */
export async function postFile(
  url: URL,
  path: string,
  given: { headers: Record<string, string>; timeoutMs: number; tunnel: Tunnel | null },
  redirects = 0,
): Promise<unknown> {
  const { headers, timeoutMs, tunnel } = given;
  const { size } = await stat(path);
  const call = https.request(url, {
    method: "POST",
    ...(tunnel === null ? throughProxy(url) : { agent: tunnel.agentFor(url) }),
    headers: { ...headers, "content-length": size },
    timeout: timeoutMs,
  });
  call.on("timeout", () => call.destroy(new Error("the upload came to a stand")));
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  call.on("response", resolve);
  call.on("error", reject);
  // a host may answer before it has taken all
  writeReleased(createReadStream(path, { highWaterMark: READ_BYTES }), call).catch(reject);
  const answer = await answered;
  const { statusCode = 0, headers: received } = answer;
  if (statusCode < 300 || statusCode > 399 || received.location === undefined)
    return JSON.parse(await textOf(answer));
  answer.resume();
  if (redirects >= MOST_REDIRECTS) throw new Error("the upload was sent on too often");
  return await postFile(new URL(received.location, url), path, given, redirects + 1);
}

async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    size += piece.length;
    if (size > MOST_RESPONSE_BYTES) throw new Error("the answer is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
