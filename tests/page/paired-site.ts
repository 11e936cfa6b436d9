/** Threads of a paired number, with the phones of people who write to it: a WhatsApp Web of the sandbox plays them. */
import { afterAll, beforeAll } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { createPeople, type SandboxPeople } from "../../daemon/sandbox/whatsapp-web/people/people.ts";
import { startWhatsAppWebSandbox } from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { trust } from "../../daemon/sandbox/whatsapp-web/wire/trust.ts";
import { untilStatus } from "../gateway/support.ts";
import { recordOf } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually } from "../support/until.ts";
import { type ThreadSite, thread, threadSite } from "./inbox-thread-site.ts";

export const NUMBER = "15557010001";

type Order = Parameters<SandboxPeople["control"]["send"]>[1];
// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
type MessageRecord = any;

export type PairedSite = ThreadSite & {
  people(): SandboxPeople["control"];
  /** The digits that a text mentions somebody by. */
  lidOf(number: string): string;
  /** Somebody writes to the number, or in a group of it; resolves with the record. */
  says(from: string, order: Order): Promise<MessageRecord>;
  /** The record of what came in under WhatsApp's id of it. */
  record(id: string): Promise<MessageRecord>;
};

/** Takes part in groups, and writes as fast as it goes. */
const SETTINGS = { groups: true, rate: { per_second: 100_000 }, warmup: null };

/** For all tests of a file; the number is paired, and takes part in groups. */
export async function pairedSite(): Promise<PairedSite> {
  let people: SandboxPeople | null = null;
  const web = await startWhatsAppWebSandbox({
    async createPeople(given) {
      people = await createPeople(given);
      return people;
    },
  });
  // its files are on a host with a certificate of its own
  trust(web.certificate);
  const config = { sandbox: true, webSocketUrl: web.url, webRootKey: web.rootKey };
  const site = threadSite(ownDaemon({ config }));
  const everybody = (): SandboxPeople => {
    if (people === null) throw new Error("there are no people");
    return people;
  };
  const control = () => everybody().control;
  beforeAll(async () => {
    const { call } = site.daemon;
    const channel = { platform: "whatsapp_unofficial", name: "Paired", settings: SETTINGS };
    const { id } = (await call("POST", "/v1/channels", channel)).body;
    await call("POST", `/v1/channels/${id}/connect`, {});
    const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
    await web.control.scan(NUMBER, body.qr);
    await untilStatus(call)(id, "connected");
  });
  afterAll(() => web.stop());
  const record = (id: string) => eventually(`record of ${id}`, () => recordOf(site.daemon, id));
  return {
    ...site,
    people: control,
    lidOf: (number) => everybody().lidOf(number),
    record,
    says: async (from, order) => await record(await control().send(from, order)),
  };
}

/** The line of the thread in which something is read. */
export const lineOf = (page: Page, words: string | RegExp): Locator =>
  thread(page).getByRole("listitem").filter({ hasText: words }).first();
