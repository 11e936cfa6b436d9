/** A daemon that is killed while it reads a phone's history: the next one reads it to its end, and loses none of it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createPeople, type SandboxPeople } from "../../daemon/sandbox/whatsapp-web/people/people.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { writeCertificate } from "../../daemon/sandbox/whatsapp-web/wire/trust.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { eventually, until } from "../support/until.ts";
import { NUMBER } from "./site.ts";
import { untilStatus } from "./support.ts";

const PEOPLE = 4000;
const FIRST = 491_710_000_000;
const UNPACED = { rate: { per_second: 100_000 }, warmup: null };

let site: Site;
let web: WhatsAppWebSandbox;
let people: SandboxPeople;
let certificate: Awaited<ReturnType<typeof writeCertificate>>;
const port = freePort();

beforeAll(async () => {
  site = await prepareSite(port, {});
  web = await startWhatsAppWebSandbox({
    async createPeople(given) {
      people = await createPeople(given);
      return people;
    },
  });
  certificate = await writeCertificate(web.certificate);
});

afterAll(async () => {
  await site.stop();
  await web.stop();
  await certificate.remove();
});

const start = () =>
  site.start(port, {
    ...{ WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey },
    // where the files of histories are
    NODE_EXTRA_CA_CERTS: certificate.path,
  });

async function known(): Promise<number> {
  return (await site.sql`select 1 from contacts where name like 'Person 49171%'`).length;
}

test(
  "a history whose reading was killed is known as a whole, with the tokens to write to people",
  async () => {
    const first = await start();
    const call = caller(first.url, site.key);
    const made = { platform: "whatsapp_unofficial", name: "P", settings: UNPACED };
    const { id } = (await call("POST", "/v1/channels", made)).body;
    await call("POST", `/v1/channels/${id}/connect`);
    const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
    await web.control.scan(NUMBER, body.qr);
    await untilStatus(call)(id, "connected");

    const contacts = Array.from({ length: PEOPLE }, (_, n) => ({
      ...{ number: String(FIRST + n), name: `Person ${FIRST + n}`, token: n % 2 === 0 },
      ...{ text: crypto.randomUUID(), times: 5 },
    }));
    people.control.addHistory(NUMBER, contacts);
    await until(async () => (await known()) > 0, LONG_MS);
    await first.kill();
    expect(await known()).toBeLessThan(PEOPLE);

    await start();
    await eventually("everybody", async () => ((await known()) === PEOPLE ? true : null), LONG_MS);
    await eventually(
      "an end",
      async () => {
        const left = await site.sql`select 1 from web_session_keys where category = 'arrived'`;
        return left.length === 0 ? true : null;
      },
      LONG_MS,
    );
    const shown = async (to: number) => {
      const message = { channel_id: id, to: String(to), type: "text", content: { body: "Good morning" } };
      const sent = (await call("POST", "/v1/messages", message)).body;
      const { provider_message_id } = await eventually(
        "it is read",
        async () => {
          const { body: record } = await call("GET", `/v1/messages/${sent.id}`);
          return record.status === "read" || record.status === "failed" ? record : null;
        },
        LONG_MS,
      );
      const stanza = web.control.received().data.find((one) => one.id === provider_message_id);
      return stanza?.parts.includes("tctoken");
    };
    expect([await shown(FIRST + PEOPLE - 2), await shown(FIRST + PEOPLE - 1)]).toEqual([true, false]);
  },
  LONG_MS,
);
