import { caller, type TestDaemon } from "../support/daemon.ts";

/** A key for an agent, with the guard; by default everything that it sends waits. */
export async function agentOf(waypost: TestDaemon, guard: object = {}) {
  const permissions = ["messages:send", "messages:read"];
  const agent = { recipients: "anyone", approval: "always", ...guard };
  const { status, body } = await waypost.call("POST", "/v1/api-keys", { name: "Robot", permissions, agent });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const call = caller(waypost.url, body.key);
  const send = (to: string, rest: object = {}, headers: Record<string, string> = {}) =>
    call(
      "POST",
      "/v1/messages",
      { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" }, ...rest },
      headers,
    );
  return { id: body.id as string, key: body.key as string, call, send };
}

/** The messages to somebody, as they were sent. */
export async function sentTo({ call }: TestDaemon, to: string): Promise<{ id: string; content: unknown }[]> {
  const { body } = await call("GET", "/v1/messages?direction=outbound&limit=100");
  return body.data.filter((message: { to: string }) => message.to === to);
}
