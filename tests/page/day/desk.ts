/** Two daemons on one database and one sandbox, and two people who answer in the page, each at a daemon of their own. */
import type { Page } from "playwright-core";
import { freePort } from "../../../scripts/lib/free-port.ts";
import { testBrowser } from "../../support/browser.ts";
import { type Answer, caller } from "../../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../../support/daemon-process.ts";
import { eventually } from "../../support/until.ts";
import { logIn, makeUser } from "../stage.ts";
import { addNumber, fetchTemplates } from "./account.ts";

export type Person = { page: Page; daemon: DaemonProcess };
export type Desk = {
  site: Site;
  ada: Person;
  bo: Person;
  /** Calls the API with the organisation's key, at a daemon that runs. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Asks the sandbox, or has it do something. */
  // biome-ignore lint/suspicious/noExplicitAny: its answers are of every shape
  control(path: string, body?: object): Promise<any>;
  /** Somebody writes; resolves with the conversation's id when it is there. */
  hear(from: string, said: object): Promise<string>;
  /** What the sandbox took for a number, oldest first. */
  taken(number: string): Promise<Taken[]>;
  /** Starts a person's daemon again where it was, after it was killed. */
  startAgain(person: Person): Promise<void>;
  stop(): Promise<void>;
};
/** A call that the sandbox took: the id that it gave, and that of the message in the API. */
export type Taken = { wamid: string; biz_opaque_callback_data: string };

/** For the tests of a file: `open` starts it, since its browser belongs to the file. */
export function dayDesk(): { open(): Promise<Desk> } {
  const { newContext } = testBrowser();
  return {
    async open() {
      const ports = [freePort(), freePort()] as const;
      const site = await prepareSite(ports[1], {
        service_window: "enforce",
        rate: { per_second: 100_000, per_recipient_seconds: 0 },
      });
      const call: Desk["call"] = async (method, path, body) => {
        // what the first had accepted before it ended is the same for the other
        const headers = method === "POST" ? { "idempotency-key": crypto.randomUUID() } : {};
        const ask = (port: number) =>
          caller(`http://127.0.0.1:${port}`, site.key)(method, path, body, headers);
        return await ask(ports[0]).catch(() => ask(ports[1]));
      };
      async function sitDown(port: number): Promise<Person> {
        const daemon = await site.start(port);
        const context = await newContext();
        await logIn(context, daemon.url, (await makeUser({ url: daemon.url, call }, "agent")).cookies);
        return { daemon, page: await context.newPage() };
      }
      const bo = await sitDown(ports[1]);
      const ada = await sitDown(ports[0]);
      const control: Desk["control"] = (path, body) => askSandbox(site, path, body);
      await addNumber(site, { call, control });
      await fetchTemplates(site, { call });
      return {
        ...{ site, ada, bo, call, control },
        hear: (from, said) => hear(site, call, from, said),
        taken: async (number) => (await control(`messages?to=${number}`)).data,
        async startAgain(person) {
          person.daemon = await site.start(Number(new URL(person.daemon.url).port));
        },
        stop: () => site.stop(),
      };
    },
  };
}

async function hear(site: Site, call: Desk["call"], from: string, said: object): Promise<string> {
  const { id } = await askSandbox(site, "inbound", { from, ...said });
  return await eventually(`record of what ${from} wrote`, async () => {
    const [row] = await site.sql<{ message_id: string }[]>`
      select message_id from provider_messages where provider_message_id = ${id}`;
    return row && (await call("GET", `/v1/messages/${row.message_id}`)).body.conversation_id;
  });
}

async function askSandbox(site: Site, path: string, body?: object): ReturnType<Desk["control"]> {
  const posted = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return await (await fetch(`${site.sandbox.url}/sandbox/${path}`, body && posted)).json();
}
