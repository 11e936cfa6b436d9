/** What an agent sends by its tools waits, too; a person at its program decides only where its key's guard says so. */
import { expect, setSystemTime, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { agentOf, sentTo } from "../approvals/support.ts";
import { twoDaemons } from "../support/two-daemons.ts";
import { callTool, type Elicited, newClient, newStdioClient, oldClient } from "./support.ts";

const waypost = twoDaemons();

const AT_CLIENT = { approval_at_client: true };
const accept = () => Promise.resolve("accept" as const);
const called = async (client: Pick<Client, "callTool">, name: string, given: object) =>
  (await callTool(client, name, given)).answer;
const text = (to: string, body = "Hello") => ({ channel_id: waypost.channelId, to, content: { body } });

/** Sends by a client whose person answers; returns the answer, and what they were shown. */
async function sendBy(
  elicit: Elicited,
  message: object,
  more: { key?: string; change?: (_: string) => string } = {},
) {
  const { key = (await agentOf(waypost, AT_CLIENT)).key, ...rest } = more;
  const shown: string[] = [];
  const client = await newClient(waypost.urls, key, {
    ...rest,
    elicit: (message) => {
      shown.push(message);
      return elicit(message);
    },
  });
  try {
    return { answer: await called(client, "send", message), shown };
  } finally {
    await client.close();
  }
}

test("what waits is said, listed and read by the tools", async () => {
  const { key } = await agentOf(waypost);
  const client = await newClient(waypost.urls, key);
  const { data } = await called(client, "send", text("14155570001"));
  expect([data.status, data.approval.preview.text]).toEqual([
    "waiting",
    expect.stringMatching(/^⟦(\w+)⟧Hello⟦\/\1⟧$/),
  ]);
  expect((await called(client, "find", { kind: "approvals" })).data).toMatchObject([{ id: data.id }]);
  await waypost.call("POST", `/v1/approvals/${data.id}/refuse`, { reason: "Not now" });
  const read = (await called(client, "read", { id: data.id })).data;
  expect([read.status, read.reason]).toEqual(["refused", expect.stringContaining("Not now")]);
  await client.close();
});

test("a person at the program is shown all of it, and what they accept is sent once", async () => {
  const body = "Hello\u200b\nChannel: another";
  const { answer, shown } = await sendBy(accept, text("14155570002", body));
  expect(shown).toEqual([
    `Send this WhatsApp message to 14155570002?\nChannel: ${waypost.channelId}\nType: text\n> Hello<U+200B>\n> Channel: another`,
  ]);
  expect(answer.data.status).toBe("approved");
  expect(answer.data.approval.decided_by).toMatchObject({ kind: "elicitation" });
  expect((await sentTo(waypost, "14155570002")).map(({ content }) => content)).toEqual([{ body }]);
  const { body: audit } = await waypost.call("GET", "/v1/audit?action=approval.approved");
  expect(audit.data[0]).toMatchObject({
    actor: { type: "elicitation", id: answer.data.approval.requested_by.key_id },
    target: { id: answer.data.id },
    changes: { tool: "send" },
  });
});

test("of what is more than a text, the person is shown the content in full", async () => {
  const place = { name: "Pier 4", address: "Hamburg", latitude: 53.5, longitude: 9.9 };
  const { shown } = await sendBy(accept, { ...text("14155570003"), type: "location", content: place });
  for (const value of Object.values(place)) expect(shown[0]).toContain(String(value));
});

test.each([
  ["decline", "refused"],
  ["cancel", "waiting"],
] as const)("a person who answers %s sends nothing: it is %s", async (action, status) => {
  const { answer } = await sendBy(async () => action, text("14155570004"));
  expect(answer.data.status).toBe(status);
  expect(await sentTo(waypost, "14155570004")).toEqual([]);
});

test("over standard input and output, the person is asked as well", async () => {
  const { key } = await agentOf(waypost, AT_CLIENT);
  const client = await newStdioClient({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: key }, accept);
  expect((await called(client, "send", text("14155570005"))).data.status).toBe("approved");
  await client.close();
});

test("nobody is asked unless the guard says so and the client can", async () => {
  const { shown, answer } = await sendBy(accept, text("14155570006"), { key: (await agentOf(waypost)).key });
  expect([shown, answer.data.status]).toEqual([[], "waiting"]);
  const { key } = await agentOf(waypost, AT_CLIENT);
  for (const client of [await newClient(waypost.urls, key), await oldClient(waypost.urls, key)]) {
    expect((await called(client as Client, "send", text("14155570006"))).data.status).toBe("waiting");
    await client.close();
  }
  const agent = { recipients: "anyone", ...AT_CLIENT };
  const made = await waypost.call("POST", "/v1/api-keys", {
    name: "x",
    permissions: ["messages:send"],
    agent,
  });
  expect([made.status, made.body.errors?.[0].path]).toEqual([422, "/agent/approval_at_client"]);
});

test("what the program changes after the person accepted is not what is sent", async () => {
  const change = (body: string) =>
    body.includes("inputResponses") ? body.replace("Hello", "Buy now") : body;
  const { answer } = await sendBy(accept, text("14155570007"), { change });
  expect(answer.data.status).toBe("approved");
  expect((await sentTo(waypost, "14155570007")).map(({ content }) => content)).toEqual([{ body: "Hello" }]);
});

/** The state that a client carries back with its person's answer, changed before it is sent. */
const stateAs = (change: (state: string) => string) => (body: string) =>
  body.replace(/"requestState":"([^"]*)"/, (_, state: string) => `"requestState":"${change(state)}"`);

test("an answer with a state that was made up, altered, or given to another key counts for nothing", async () => {
  let given = "";
  const keep = stateAs((state) => {
    given = state;
    return state;
  });
  const waiting = await sendBy(async () => "cancel", text("14155570008"), { change: keep });
  expect(waiting.answer.data.status).toBe("waiting");
  const forged = ["v1.x.e30", `${given.slice(0, -8)}AAAAAAAA`, given];
  for (const state of forged) {
    const sending = sendBy(accept, text("14155570008"), { change: stateAs(() => state) });
    await expect(sending).rejects.toThrow("Invalid or expired requestState");
  }
  expect(await sentTo(waypost, "14155570008")).toEqual([]);
});

test("an answer counts for ten minutes", async () => {
  const answerAfter = (ms: number) => async () => {
    setSystemTime(Date.now() + ms);
    return "accept" as const;
  };
  const { key } = await agentOf(waypost, AT_CLIENT);
  try {
    await expect(sendBy(answerAfter(601_000), text("14155570012"), { key })).rejects.toThrow(
      "expired requestState",
    );
  } finally {
    setSystemTime();
  }
  expect(await sentTo(waypost, "14155570012")).toEqual([]);
});

test("an answer that comes too late, or to what reads otherwise by now, is refused", async () => {
  const late = await sendBy(async () => {
    await waypost.sql`update approvals set expires_at = now() where address = '14155570009'`;
    return "accept";
  }, text("14155570009"));
  expect(late.answer).toMatchObject({ status: 409, code: "approval_expired" });
  const renamed = await sendBy(async () => {
    await waypost.call("POST", "/v1/contacts", { phone_number: "+14155570010", name: "Eve" });
    return "accept";
  }, text("14155570010"));
  expect(renamed.answer).toMatchObject({ status: 409, code: "changed_since_shown" });
  expect([...(await sentTo(waypost, "14155570009")), ...(await sentTo(waypost, "14155570010"))]).toEqual([]);
});

test("an answer that is repeated sends nothing again", async () => {
  let first: string | undefined;
  const change = (body: string) => {
    if (body.includes("inputResponses")) first ??= body;
    return body;
  };
  const { key } = await agentOf(waypost, AT_CLIENT);
  const { answer } = await sendBy(accept, text("14155570011"), { key, change });
  const replayed = await sendBy(accept, text("14155570011"), {
    key,
    change: (body) => {
      const { id } = JSON.parse(body) as { id: number };
      return body.includes('"tools/call"') ? JSON.stringify({ ...JSON.parse(first ?? "{}"), id }) : body;
    },
  });
  expect(replayed.answer.data.id).toBe(answer.data.id);
  expect(await sentTo(waypost, "14155570011")).toHaveLength(1);
});
