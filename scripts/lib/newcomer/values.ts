/** What the placeholders of the pages stand for. */
import { randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { connect } from "../../../db/connection/client.ts";
import type { Finder, Visit } from "./visit.ts";

type Row = { id: string; name: string; phone_number_id?: string | null };
type Rows = { data: Row[] };

const WEBHOOKS = "/v1/settings/developer/webhooks";
const OTHER_NUMBER = "100200300400777";

export const VALUES: Record<string, Finder> = {
  own: () => `155570${randomInt(10_000, 99_999)}`,
  masterkey: () => randomBytes(32).toString("base64"),
  run: () => crypto.randomUUID(),
  graph: ({ sandboxUrl }) => `${sandboxUrl}/v23.0`,
  channel: async ({ api }) => idOf(await api("GET", "/v1/channels"), (row) => row.name === "Sandbox"),
  organization: async ({ api }) =>
    (await api<{ organization_id: string }>("GET", "/v1/auth/me")).organization_id,
  apikey: async ({ api }) => idOf(await api("GET", "/v1/api-keys"), (row) => row.name === "CI"),
  endpoint: async ({ api, value }) =>
    (await api<Row>("POST", `${WEBHOOKS}/endpoints`, { url: await value("receiver") })).id,
  async event({ api, value }) {
    await value("endpoint");
    const sent = { event_type: "message.new" };
    return (await api<{ message_id: string }>("POST", `${WEBHOOKS}/trigger`, sent)).message_id;
  },
  /** Of the person whose message `up` shows. */
  conversation: async ({ api }) => {
    const { data } = await api<{ data: { id: string }[] }>("GET", "/v1/conversations");
    return data[0]?.id ?? "";
  },
  /** A second number of the sandbox's account, which is verified and not registered. */
  async phone_number_id(visit) {
    const number = {
      ...{ id: OTHER_NUMBER, waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId, verified: true },
      ...{ display_phone_number: "+1 555 777 0007", verified_name: "Support", registered: false },
    };
    await control(visit, "phone_numbers", number);
    return OTHER_NUMBER;
  },
  other: async ({ api }) =>
    idOf(await api("GET", "/v1/channels"), (row) => row.phone_number_id === OTHER_NUMBER),
  /** A number that is paired and has groups, and one of its groups. */
  family: pairNumber,
  group: async (visit) => {
    const subject = { subject: "Family", participants: ["14155550123"] };
    return (await visit.api<Row>("POST", `/v1/channels/${await visit.value("family")}/groups`, subject)).id;
  },
  /** The link of a group that the number is not in. */
  async invite(visit) {
    const group = { subject: "Neighbours", members: ["14155550124"] };
    return (await control<{ invite: string }>(visit, "phones/14155550123/groups", group)).invite;
  },
  signup: async (visit) => (await control<{ code: string }>(visit, "codes", {})).code,
  database: makeDatabase,
};

async function pairNumber({ shell, api, value }: Visit): Promise<string> {
  const pairing = shell.start("waypost channels pair --name Family");
  const [, id = ""] = await pairing.until(/(ch_\w+) is pairing/);
  await shell.run(`waypost sandbox phone ${await value("own")} --scan ${id} --once`);
  await pairing.ended;
  await api("PATCH", `/v1/channels/${id}`, { settings: { groups: true } });
  return id;
}

/** Another database in the server that `up` runs, in place of a server of one's own. */
async function makeDatabase({ dataFolder }: Visit): Promise<string> {
  const password = readFileSync(join(dataFolder, "postgres", "password"), "utf8").trim();
  const [, , , port = ""] = readFileSync(
    join(dataFolder, "postgres", "data", "postmaster.pid"),
    "utf8",
  ).split("\n");
  const base = `postgres://waypost:${password}@127.0.0.1:${port}`;
  const name = `production_${randomInt(1_000_000)}`;
  const sql = connect(`${base}/postgres`, { max: 1 });
  await sql`create database ${sql(name)}`;
  await sql.end();
  return `${base}/${name}`;
}

async function control<Answer>({ sandboxUrl }: Visit, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${sandboxUrl}/sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  // a number that an earlier page added is there already
  if (!response.ok && response.status !== 409) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json().catch(() => ({}))) as Answer;
}

function idOf({ data }: Rows, fits: (row: Row) => boolean): string {
  return data.find(fits)?.id ?? "";
}
