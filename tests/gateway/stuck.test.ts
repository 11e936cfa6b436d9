/** A session that is connected and reads nothing: it is noticed, and connected again with the reason. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { WhatsAppWebSession } from "../../daemon/providers/whatsapp-web/connection/session.ts";
import { createPeople, type SandboxPeople } from "../../daemon/sandbox/whatsapp-web/people/people.ts";
import { type GatewaySite, NUMBER, QUICK, startGatewaySite } from "./site.ts";

let site: GatewaySite;
let people: SandboxPeople;

beforeAll(async () => {
  site = await startGatewaySite({
    async createPeople(given) {
      people = await createPeople(given);
      return people;
    },
  });
});

afterAll(() => site.stop());

test("a message that is not read ends the connection; the next one gets it again", async () => {
  const read: string[] = [];
  let stuck = false;
  let opened: WhatsAppWebSession | undefined;
  const gateway = site.gateway({
    // once stuck, it does not reconnect by itself, so that the reason can be seen
    timings: { ...QUICK, unreadMs: 300, backoffMs: () => (stuck ? 600_000 : 10) },
    listener: {
      onSocket(_session, socket) {
        socket.ev.on("messages.upsert", ({ messages }) =>
          read.push(...messages.map(({ message }) => message?.conversation ?? "")),
        );
      },
      onOpen(session) {
        opened = session;
      },
      getMessage: async () => undefined,
    },
  });
  const id = await site.newChannel();
  await site.pair(id);
  stuck = true;
  // the turn that everything of the session takes is not given back
  void opened?.serialised(() => new Promise(() => {}));
  await people.control.send("491700000001", { kind: "text", content: { body: "hello" }, to: NUMBER });
  const { channel } = await site.until(id, (standing) => standing.channel.status === "connecting");
  expect(channel.status_reason).toBe("received messages were not read for a while (599)");
  stuck = false;
  await site.connect(id);
  await site.untilStatus(id, "connected");
  await site.until(id, () => read.includes("hello"));
  expect(gateway.find(id)?.socket()).not.toBeNull();
});
