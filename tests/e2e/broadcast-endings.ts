/** How commands about broadcasts can be brought to each of their ends. */
import { join } from "node:path";
import { createDraft, makePeople } from "../broadcasts/support.ts";
import { newHome } from "../cli/run-cli.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";
import type { EndingsSite, Held, Prepared } from "./endings.ts";
import { locked, rowsIn } from "./holding.ts";

let numbers = 0;

export const FAILING_BROADCASTS: Record<string, (site: EndingsSite) => Promise<Prepared>> = {
  async "broadcasts create"({ daemon }) {
    const { sql } = daemon;
    await sql`
      create function refuse_contact() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`;
    await sql`create trigger refuse before insert on contacts for each row execute function refuse_contact()`;
    const undo = async () => void (await sql`drop function refuse_contact cascade`);
    return { words: await creating(daemon), undo };
  },
  async "broadcasts preview"({ daemon }) {
    const template = { name: "hello_world", language: "en_US" };
    const nobody = { tags: { any: ["no_one"] } };
    return { words: ["broadcasts", "preview", await createDraft(daemon, { template, audience: nobody })] };
  },
  async "broadcasts start"({ daemon }) {
    const id = await slowDraft(daemon);
    void eventually("run", async () => (await statusOf(daemon, id)) === "running").then(() =>
      daemon.call("POST", `/v1/broadcasts/${id}/cancel`),
    );
    return { words: starting(id) };
  },
  async "broadcasts watch"({ daemon }) {
    const id = await slowDraft(daemon);
    await daemon.call("POST", `/v1/broadcasts/${id}/start`);
    await daemon.call("POST", `/v1/broadcasts/${id}/cancel`);
    return { words: ["broadcasts", "watch", id] };
  },
  async "broadcasts test"({ daemon }) {
    const number = newNumber();
    const [contact] = await makePeople(daemon, [{ phone_number: `+${number}` }]);
    const suppression = { channel: "whatsapp", reason: "complained" };
    await daemon.call("POST", `/v1/contacts/${contact}/suppressions`, suppression);
    return { words: ["broadcasts", "test", await slowDraft(daemon), "--to", number] };
  },
};

export const WAITING_BROADCASTS: Record<string, (site: EndingsSite) => Promise<Held>> = {
  "broadcasts create": async (site) => ({
    ...(await locked(site, "contacts")),
    words: await creating(site.daemon),
    hasBegun: rowsIn(site, "imports"),
  }),
  async "broadcasts start"({ daemon }) {
    const id = await slowDraft(daemon);
    return {
      words: starting(id),
      hasBegun: async () => (await statusOf(daemon, id)) === "running",
      undo: () => cancel(daemon, id),
    };
  },
  async "broadcasts watch"({ daemon }) {
    const id = await slowDraft(daemon);
    await daemon.call("POST", `/v1/broadcasts/${id}/start`);
    const before = await reportsRead(daemon);
    return {
      words: ["broadcasts", "watch", id],
      hasBegun: async () => (await reportsRead(daemon)) > before,
      undo: () => cancel(daemon, id),
    };
  },
};

/** A broadcast to the people of a file. */
async function creating({ channelId }: TestDaemon): Promise<string[]> {
  const file = join(newHome(), "people.csv");
  await Bun.write(file, "phone_number\n14155550198\n");
  const words = ["broadcasts", "create", "--template", "hello_world", "--channel", channelId];
  return [...words, "--file", file, "--yes"];
}

/** A draft for two people, the second of whom gets it much later. */
async function slowDraft(daemon: TestDaemon): Promise<string> {
  const people = [newNumber(), newNumber()].map((number) => ({ phone_number: `+${number}` }));
  return await createDraft(daemon, {
    template: { name: "hello_world", language: "en_US" },
    audience: { contact_ids: await makePeople(daemon, people) },
    rate_per_second: 0.01,
  });
}

function newNumber(): string {
  return `1415564${String(numbers++).padStart(4, "0")}`;
}

function starting(id: string): string[] {
  return ["broadcasts", "start", id, "--wait", "completed"];
}

async function statusOf({ call }: TestDaemon, id: string): Promise<string> {
  return (await call("GET", `/v1/broadcasts/${id}`)).body.status;
}

async function cancel({ call }: TestDaemon, id: string): Promise<void> {
  await call("POST", `/v1/broadcasts/${id}/cancel`);
}

/** How often the report of a broadcast was read, by the daemon's own metrics. */
async function reportsRead({ call }: TestDaemon): Promise<number> {
  const { body } = await call("GET", "/metrics");
  const lines = String(body).split("\n");
  const counts = lines.filter((line) => line.includes("/report") && line.includes("_count"));
  return counts.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
