/** Examples of headers that are uploaded files: Meta gets them before the template, and knows them by a handle. */
import { expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const { appId, appSecret } = SANDBOX_DEFAULTS;
const waypost = ownDaemon({ config: { appId, appSecret } });

const BODY = { type: "BODY", text: "It is here." };
const header = (format: string, media_id: string) => ({ type: "HEADER", format, example: { media_id } });

async function submit(name: string, ...components: object[]) {
  const { body } = await waypost.call("POST", "/v1/templates", {
    ...{ channel_id: waypost.channelId, name, language: "en_US", category: "MARKETING", components },
  });
  return await waypost.call("POST", `/v1/templates/${body.id}/submit`);
}

type Handle = { header_handle: [string] };

/** The components of a template as Meta shows them. */
async function atMeta<Part>(name: string): Promise<Part[]> {
  const { accessToken, phoneNumber } = SANDBOX_DEFAULTS;
  const answer = await fetch(
    `${waypost.sandbox.graphUrl}/${phoneNumber.wabaId}/message_templates?name=${name}`,
    { headers: { authorization: `Bearer ${accessToken}` } },
  );
  const { data } = (await answer.json()) as { data: { components: Part[] }[] };
  return data[0]?.components ?? [];
}

test("an uploaded file stands in the place of a handle, and Meta shows where it is", async () => {
  const headers = { "content-type": "application/pdf" };
  const { body } = await waypost.call("POST", "/v1/media", "%PDF-1.7 an example", headers);
  expect((await submit("with_example", header("DOCUMENT", body.id), BODY)).status).toBe(202);
  const [shown] = await atMeta<{ example: Handle }>("with_example");
  const example = await fetch(shown?.example.header_handle[0] ?? "");
  expect(example.headers.get("content-type")).toBe("application/pdf");
  expect(await example.text()).toBe("%PDF-1.7 an example");
});

test("one that is not there is refused", async () => {
  const { status, body } = await submit(
    "without_example",
    header("DOCUMENT", "med_01JDB2M5S8V0ZC3K7Q2M4N6P93"),
    BODY,
  );
  expect([status, body.detail]).toEqual([422, expect.stringContaining("there is no uploaded file")]);
});

test("the files of a carousel's cards are uploaded, too", async () => {
  const png = Uint8Array.fromBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  );
  const headers = { "x-api-key": waypost.key, "content-type": "image/png" };
  const uploaded = await fetch(`${waypost.url}/v1/media`, { method: "POST", headers, body: png });
  const { id } = (await uploaded.json()) as { id: string };
  const buttons = [{ type: "QUICK_REPLY", text: "Yes" }];
  const card = { components: [header("IMAGE", id), BODY, { type: "BUTTONS", buttons }] };
  const submitted = await submit("with_cards", BODY, { type: "CAROUSEL", cards: [card, card] });
  expect(submitted.status).toBe(202);
  const [, shown] = await atMeta<{ cards: { components: { example: Handle }[] }[] }>("with_cards");
  for (const { components } of shown?.cards ?? []) {
    const example = await fetch(components[0]?.example.header_handle[0] ?? "");
    expect(await example.bytes()).toEqual(png);
  }
  expect(shown?.cards).toHaveLength(2);
});
