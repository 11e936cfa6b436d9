import type { WhatsAppWebSandbox } from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";

type Handles = Pick<WhatsAppWebSandbox, "handle">;

/** Sends a request to the sandbox's control, without a server between. */
export async function askControl(
  sandbox: Handles,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const url = new URL(`http://localhost${path}`);
  const headers = { "content-type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await sandbox.handle(new Request(url.href, init), url);
  if (answer === undefined) throw new Error(`there is no ${path}`);
  return answer;
}

/** The same, with the answer read. */
export async function callControl(sandbox: Handles, method: string, path: string, body?: object) {
  const answer = await askControl(sandbox, method, path, body);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
