/** Examples of headers that are uploaded files: Meta gets them before the template, and knows them by a handle. */
import { expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const { appId, appSecret } = SANDBOX_DEFAULTS;
const waypost = sharedDaemon({ config: { appId, appSecret } });

async function submit(name: string, media_id: string) {
  const { body } = await waypost.call("POST", "/v1/templates", {
    ...{ channel_id: waypost.channelId, name, language: "en_US", category: "UTILITY" },
    components: [
      { type: "HEADER", format: "DOCUMENT", example: { media_id } },
      { type: "BODY", text: "It is here." },
    ],
  });
  return await waypost.call("POST", `/v1/templates/${body.id}/submit`);
}

test("an uploaded file stands in the place of a handle, and Meta shows where it is", async () => {
  const headers = { "content-type": "application/pdf" };
  const { body } = await waypost.call("POST", "/v1/media", "%PDF-1.7 an example", headers);
  expect((await submit("with_example", body.id)).status).toBe(202);
  const { accessToken, phoneNumber } = SANDBOX_DEFAULTS;
  const answer = await fetch(
    `${waypost.sandbox.graphUrl}/${phoneNumber.wabaId}/message_templates?name=with_example`,
    { headers: { authorization: `Bearer ${accessToken}` } },
  );
  const { data } = (await answer.json()) as {
    data: { components: { example: { header_handle: [string] } }[] }[];
  };
  const example = await fetch(data[0]?.components[0]?.example.header_handle[0] ?? "");
  expect(example.headers.get("content-type")).toBe("application/pdf");
  expect(await example.text()).toBe("%PDF-1.7 an example");
});

test("one that is not there is refused", async () => {
  const { status, body } = await submit("without_example", "med_01JDB2M5S8V0ZC3K7Q2M4N6P93");
  expect([status, body.detail]).toEqual([422, expect.stringContaining("there is no uploaded file")]);
});
