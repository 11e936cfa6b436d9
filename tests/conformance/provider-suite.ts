/** The promises of every provider, seen from the API and from the people on the other side. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { messageTypes } from "../../daemon/message-types/registry.ts";
import type { Encoders } from "../../daemon/providers/encoders.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";

/** A daemon with a channel of a provider, and people on the other side. */
export type ProviderSite = {
  waypost: TestDaemon;
  channelId: string;
  encoders: Encoders;
  /** Texts that somebody got, in the order they came. */
  got(person: string): Promise<string[]>;
  /** Somebody writes a text to the channel. */
  write(person: string, text: string): Promise<void>;
  stop(): Promise<void>;
};

const ADA = "491700000001";
const BEN = "491700000002";
const CAT = "491700000003";

/** `more` are tests of this provider's own. */
export function providerConformance(
  platform: string,
  start: () => Promise<ProviderSite>,
  more: (site: () => ProviderSite) => void = () => {},
): void {
  describe(`the provider of ${platform}`, () => {
    let site: ProviderSite;
    beforeAll(async () => {
      site = await start();
    });
    afterAll(() => site?.stop());

    more(() => site);
    const channel = () => `/v1/channels/${site.channelId}`;
    const send = async (to: string, body: string) => {
      const message = { channel_id: site.channelId, to, type: "text", content: { body } };
      return (await site.waypost.call("POST", "/v1/messages", message)).body.id as string;
    };
    const inboundFrom = async (person: string) => {
      const query = `?channel_id=${site.channelId}&direction=inbound`;
      const { body } = await site.waypost.call("GET", `/v1/messages${query}`);
      return body.data.filter((one: { from_phone: string }) => one.from_phone === person);
    };
    const written = async (person: string, count: number) =>
      await eventually(`message of ${person}`, async () => {
        const found = await inboundFrom(person);
        return found.length < count ? null : found;
      });

    test("its channel is connected, and says of which platform it is", async () => {
      const { body } = await site.waypost.call("GET", channel());
      expect(body).toMatchObject({ platform, status: "connected", status_reason: null });
    });

    test("a text arrives once, and its statuses are reported in order up to read", async () => {
      const id = await send(ADA, "Is it ready?");
      await site.waypost.until(id, "read");
      // its status may be reported before the call that sent it has ended, and is counted
      const message = await eventually("the end of the call", async () => {
        const { body } = await site.waypost.call("GET", `/v1/messages/${id}`);
        return body.provider_message_id === null || body.attempts === 0 ? null : body;
      });
      const way = message.status_history.map(({ status }: { status: string }) => status);
      expect(way).toEqual(["queued", "sent", "delivered", "read"].filter((status) => way.includes(status)));
      expect([way[0], way.at(-1)]).toEqual(["queued", "read"]);
      expect(message).toMatchObject({ provider_message_id: expect.any(String), error: null, attempts: 1 });
      expect(await site.got(ADA)).toEqual(["Is it ready?"]);
    });

    test("texts to one person arrive in the order they were accepted in", async () => {
      const texts = Array.from({ length: 12 }, (_, index) => `no. ${index}`);
      const ids: string[] = [];
      for (const text of texts) ids.push(await send(BEN, text));
      for (const id of ids) await site.waypost.until(id, "sent", "delivered", "read");
      const got = await eventually("texts", async () => {
        const now = await site.got(BEN);
        return now.length < texts.length ? null : now;
      });
      expect(got).toEqual(texts);
    });

    test("what a person writes becomes a message, in the conversation of what they were sent", async () => {
      const sent = await site.waypost.until(await send(CAT, "Hello"), "sent", "delivered", "read");
      await site.write(CAT, "Hello yourself");
      const [message] = await written(CAT, 1);
      expect(message).toMatchObject({
        direction: "inbound",
        type: "text",
        content: { body: "Hello yourself" },
        conversation_id: sent.conversation_id,
        contact_id: sent.contact_id,
        provider_message_id: expect.any(String),
      });
    });

    test("messages that several people write at once are all recorded, each person's in their order", async () => {
      const people = ["491700000011", "491700000012", "491700000013"];
      for (const text of ["one", "two", "three"])
        await Promise.all(people.map((person) => site.write(person, text)));
      for (const person of people) {
        const found = await written(person, 3);
        const texts = found.map(({ content }: { content: { body: string } }) => content.body);
        expect(texts.toReversed()).toEqual(["one", "two", "three"]);
      }
    });

    test("a type that it can't say is refused before it is accepted", async () => {
      for (const { type, examples } of messageTypes()) {
        if (site.encoders[type] !== null) continue;
        const message = { channel_id: site.channelId, to: ADA, type, content: examples[0] };
        const { status, body } = await site.waypost.call("POST", "/v1/messages", message);
        expect([type, status, body.code]).toEqual([type, 422, "unsupported_on_platform"]);
      }
    });

    test("while its channel is paused nothing goes out, and everything afterwards", async () => {
      await site.waypost.call("PATCH", channel(), { settings: { paused: true } });
      const before = await site.got(ADA);
      const id = await send(ADA, "Later");
      const { body } = await site.waypost.call("GET", `/v1/messages/${id}`);
      expect([body.status, await site.got(ADA)]).toEqual(["queued", before]);
      await site.waypost.call("PATCH", channel(), { settings: { paused: false } });
      await site.waypost.until(id, "sent", "delivered", "read");
      await eventually("text", async () => (await site.got(ADA)).at(-1) === "Later");
    });

    test("a message whose channel is deleted goes to nobody", async () => {
      await site.waypost.call("PATCH", channel(), { settings: { paused: true } });
      const before = await site.got(BEN);
      const id = await send(BEN, "Never");
      expect((await site.waypost.call("DELETE", channel())).status).toBe(204);
      await site.waypost.until(id, "cancelled");
      expect(await site.got(BEN)).toEqual(before);
    });
  });
}
