/** Events on their way to an endpoint, in the form that it has. */
import { expect, test } from "bun:test";
import { addressOf } from "../../daemon/webhooks/deliver-once.ts";
import type { EndpointForm } from "../../daemon/webhooks/forms/form.ts";
import { type Heard, hearOn } from "./hear.ts";
import { laneSite } from "./lane-site.ts";

/** Has what people write, and nothing else. */
const WORDS: EndpointForm = {
  name: "words",
  types: null,
  needs: ["message", "channel"],
  write: ({ id, records: { message, channel } }) =>
    message?.type === "text"
      ? {
          body: `${channel?.name}: ${message.text}`,
          contentType: "text/plain",
          headers: { "x-id": id },
          path: "/words",
        }
      : null,
  sign: ({ secrets, body }) => ({ "x-sign": `${secrets.length} ${body.length}` }),
};

/** Has a mistake: it can't write what is odd. */
const MISTAKEN: EndpointForm = {
  name: "mistaken",
  types: null,
  needs: ["message"],
  write({ records: { message } }) {
    if (message?.text === "odd") throw new Error("no word for it");
    return { body: message?.text ?? "" };
  },
};

const { fixture, receiver } = laneSite([WORDS, MISTAKEN]);

const hear = (...given: Heard) => hearOn(fixture, fixture.channelId, ...given);

test("a form writes its own request from the records that it needs, and signs it its own way", async () => {
  const { lane } = await fixture.endpoint({
    url: receiver.url,
    filterTypes: ["message.new"],
    format: "words",
  });
  await hear();
  await fixture.deliverDue(lane);
  expect(receiver.received[0]).toMatchObject({
    body: "Desk: A table for two?",
    headers: { "content-type": "text/plain", "x-sign": "1 22", "x-id": expect.stringMatching(/^evt_/) },
  });
  expect(receiver.received[0]?.headers).not.toHaveProperty("webhook-signature");
});

test("an event that a form does not have is not posted, and its delivery is done", async () => {
  const { id, lane } = await fixture.endpoint({
    ...{ url: receiver.url, filterTypes: ["message.new"], format: "words" },
  });
  await hear("location", { latitude: 1, longitude: 2 });
  await fixture.deliverDue(lane);
  expect(receiver.received).toEqual([]);
  expect(await fixture.deliveries(id)).toMatchObject([{ status: "succeeded", response_status: null }]);
});

test("an event that a form can't write fails alone, and says why; the others are posted", async () => {
  const wanted = { url: receiver.url, filterTypes: ["message.new"], format: "mistaken" };
  const { id, lane } = await fixture.endpoint(wanted);
  for (const body of ["one", "odd", "two"]) await hear("text", { body });
  await fixture.deliverDue(lane);
  expect(receiver.received.map(({ body }) => body).toSorted()).toEqual(["one", "two"]);
  const failed = (await fixture.deliveries(id)).filter(({ status }) => status === "failed");
  expect(failed).toMatchObject([
    { response_status: null, error: "the event can't be written in the format mistaken: no word for it" },
  ]);
});

test("an event of a newer version is never posted in the wrong format", async () => {
  const { id, lane } = await fixture.endpoint({
    url: receiver.url,
    filterTypes: ["telex.new"],
    format: "words",
  });
  await fixture.emit("telex.new", ["{}"]);
  await fixture.deliverDue(lane);
  expect(receiver.received).toEqual([]);
  expect((await fixture.deliveries(id))[0]).toMatchObject({
    ...{ status: "failed", error: expect.stringContaining("this version has no event telex.new") },
  });
});

test("what waits for an endpoint whose format this version lacks is not lost", async () => {
  const { id, lane } = await fixture.endpoint({
    url: receiver.url,
    filterTypes: ["message.new"],
    format: "telex",
  });
  await hear();
  await expect(fixture.deliverDue(lane)).rejects.toThrow("this version has no form telex");
  expect(await fixture.deliveries(id)).toMatchObject([{ status: "pending", attempt: 1 }]);
});

test.each([
  ["https://example.com/hook", "https://example.com/hook/words"],
  ["https://example.com/hook/", "https://example.com/hook/words"],
  ["https://example.com", "https://example.com/words"],
  ["https://example.com/hook?key=a%2Fb", "https://example.com/hook/words?key=a%2Fb"],
])("a form's path is behind that of %s", (url, address) => {
  expect(addressOf(url, { body: "", path: "/words" })).toBe(address);
  expect(addressOf(url, { body: "" })).toBe(url);
});
