/** A daemon that is killed while it sends and receives: nothing is lost, nothing is there twice, every message can be read. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { createPeople, type SandboxPeople } from "../../daemon/sandbox/whatsapp-web/people/people.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { NUMBER } from "./site.ts";
import { untilStatus } from "./support.ts";

const MESSAGES = 80;
const KILLS = 2;
const PEOPLE = ["491700000001", "491700000002"] as const;
const UNPACED = { rate: { per_second: 100_000 }, warmup: null };

let site: Site;
let web: WhatsAppWebSandbox;
let people: SandboxPeople;
const port = freePort();

beforeAll(async () => {
  site = await prepareSite(port, {});
  web = await startWhatsAppWebSandbox({
    async createPeople(given) {
      people = await createPeople(given);
      return people;
    },
  });
});

afterAll(async () => {
  await site.stop();
  await web.stop();
});

const start = () =>
  site.start(port, {
    WAYPOST_WA_WEB_URL: web.url,
    WAYPOST_WA_ROOT_KEY: web.rootKey,
    WAYPOST_OUTCOME_GRACE_SECONDS: "2",
  });

/** The messages that a phone got from us, each once. */
const got = (number: string) => people.control.messages(number).filter(({ fromMe }) => !fromMe);

test(
  "messages both ways outlive two kills",
  async () => {
    let daemon = await start();
    const call = caller(daemon.url, site.key);
    const channel = (
      await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "P", settings: UNPACED })
    ).body;
    await call("POST", `/v1/channels/${channel.id}/connect`);
    const { body } = await call("GET", `/v1/channels/${channel.id}/qr?wait=20`);
    await web.control.scan(NUMBER, body.qr);
    await untilStatus(call)(channel.id, "connected");

    const texts = Array.from({ length: MESSAGES }, (_, index) => `${index}`);
    const messages = texts.flatMap((text) =>
      PEOPLE.map((to) => ({ channel_id: channel.id, to, type: "text", content: { body: text } })),
    );
    expect((await call("POST", "/v1/messages/batch", { messages })).status).toBeLessThan(300);
    const writing = (async () => {
      for (const body of texts) {
        for (const person of PEOPLE)
          await people.control.send(person, { kind: "text", content: { body }, to: NUMBER });
        await Bun.sleep(5);
      }
    })();
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(() => got(PEOPLE[0]).length >= (kill * MESSAGES) / (KILLS + 2), LONG_MS);
      await daemon.kill();
      daemon = await start();
    }
    await writing;

    await until(() => PEOPLE.every((person) => got(person).length >= MESSAGES), LONG_MS);
    const incoming = async () =>
      await site.sql<{ body: string }[]>`
      select content::json ->> 'body' as body from messages where direction = 'inbound' and channel_id = ${channel.id}`;
    await until(async () => (await incoming()).length >= PEOPLE.length * MESSAGES, LONG_MS);

    for (const person of PEOPLE) {
      expect(
        got(person)
          .map(({ text }) => text)
          .sort(),
      ).toEqual([...texts].sort());
      // one whose ack was lost with a daemon is sent again as the same message, of which a phone shows one
      expect(people.control.counts(person)).toMatchObject({ distinct: MESSAGES, unreadable: 0 });
    }
    expect((await incoming()).map((row) => row.body).sort()).toEqual([...texts, ...texts].sort());
    expect(people.control.failures()).toEqual([]);
  },
  LONG_MS,
);
