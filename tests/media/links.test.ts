/** Links to the files of events, which need no key: through a whole daemon. */
import { expect, test } from "bun:test";
import { createDownloadLinks } from "../../daemon/media/links/links.ts";
import { receive, settled } from "../inbound/support.ts";
import { HOUR_MS, withClockAhead } from "../support/another-clock.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

/** Somebody sends a document; the link to it as the log has it, and the file's id. */
async function heard(text: string): Promise<{ link: URL; mediaId: string }> {
  const content = { base64: btoa(text), filename: "menu.txt" };
  const message = await receive(waypost, { from: "16505550200", kind: "document", content });
  const mediaId = message.content.media_id;
  expect(await settled(waypost, mediaId)).toBe("stored");
  const { body } = await waypost.call("GET", "/v1/events?type=message.new&include=message&limit=100");
  const event = body.data.find((one: { body: { message_id: string } }) => one.body.message_id === message.id);
  return { link: new URL(event.body.message.content.download_url), mediaId };
}

/** The link with other values in its query. */
function changed(link: URL, values: Record<string, string>): URL {
  const other = new URL(link);
  for (const [name, value] of Object.entries(values)) other.searchParams.set(name, value);
  return other;
}

const codeOf = async (link: URL) => {
  const response = await fetch(link);
  const { code } = (await response.json()) as { code: string };
  return [response.status, code];
};

test("a file of an event is downloaded by its link, without a key, as the API serves it", async () => {
  const { link, mediaId } = await heard("0123456789");
  expect(link.href).toStartWith(`${waypost.url}/v1/media/${mediaId}/download?`);
  const answer = await fetch(link);
  expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
  expect(answer.headers.get("content-disposition")).toContain('attachment; filename="menu.txt"');
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  const part = await fetch(link, { headers: { range: "bytes=2-4" } });
  expect([part.status, await part.text()]).toEqual([206, "234"]);
  const head = await fetch(link, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
});

test("a link is for its file, its organisation and its hour alone", async () => {
  const [{ link }, other] = [await heard("one"), await heard("two")];
  const elsewhere = new URL(link);
  elsewhere.pathname = other.link.pathname;
  const until = Number(link.searchParams.get("until"));
  const keyOfOthers = createDownloadLinks(new Uint8Array(32), waypost.url);
  const file = { organizationId: link.searchParams.get("org") ?? "", mediaId: other.mediaId };
  const forged = [
    elsewhere,
    changed(link, { org: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8A" }),
    changed(link, { until: String(until + 1) }),
    changed(link, { signature: "" }),
    changed(link, { signature: "A".repeat(43) }),
    new URL(keyOfOthers.make(file)),
  ];
  for (const one of forged) expect(await codeOf(one)).toEqual([403, "wrong_signature"]);
});

test("a link ends after an hour, and says how to get the file then", async () => {
  const { link } = await heard("three");
  await withClockAhead(HOUR_MS + 1000, async () => {
    const response = await fetch(link);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({
      code: "link_ended",
      detail: expect.stringContaining("GET /v1/media/{id} with a key"),
    });
  });
});

test("a deleted file is not there by its link either", async () => {
  const { link, mediaId } = await heard("four");
  await waypost.call("DELETE", `/v1/media/${mediaId}`);
  expect(await codeOf(link)).toEqual([404, "not_found"]);
});
