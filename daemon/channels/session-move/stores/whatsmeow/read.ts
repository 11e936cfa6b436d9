import type { SQL } from "bun";
import type { MovedSession } from "../../session-form.ts";
import { type Bytes, bytesOf } from "../bytes.ts";
import type { FoundSession } from "../found.ts";
import { missingOf } from "../missing.ts";
import { StoreFailure } from "../store-failure.ts";
import { readDevice } from "./device.ts";
import { keyPairOf } from "./key-pair.ts";
import { senderKeyOf, sessionOf } from "./signal.ts";

type Keys = MovedSession["keys"];
type Named<Value> = (readonly [id: string, value: Value])[];

/** The session of one device of a database of whatsmeow. Throws a failure when there is no such device. */
export async function readWhatsmeow(sql: SQL, jid: string): Promise<FoundSession> {
  const credentials = await readDevice(sql, jid);
  const lids = await lidsOf(sql);
  const keys: Keys = {
    "pre-key": Object.fromEntries(await preKeysOf(sql, jid)),
    session: Object.fromEntries(await sessionsOf(sql, jid)),
    "identity-key": Object.fromEntries(await identitiesOf(sql, jid)),
    "sender-key": Object.fromEntries(await senderKeysOf(sql, jid)),
    "app-state-sync-key": Object.fromEntries(await syncKeysOf(sql, jid)),
    "app-state-sync-version": Object.fromEntries(await versionsOf(sql, jid)),
    "lid-mapping": Object.fromEntries(
      lids.flatMap(({ lid, pn }) => [
        [pn, lid],
        [`${lid}_reverse`, pn],
      ]),
    ),
    tctoken: Object.fromEntries(await tokensOf(sql, jid, new Map(lids.map(({ lid, pn }) => [pn, lid])))),
  };
  const session = { credentials, keys } as MovedSession;
  return {
    number: jid.replace(/\D.*$/, ""),
    name: credentials.me.name ?? null,
    changedAt: null,
    missing: missingOf(session),
    session,
  };
}

async function lidsOf(sql: SQL): Promise<{ lid: string; pn: string }[]> {
  return await sql`select lid, pn from whatsmeow_lid_map`;
}

async function preKeysOf(sql: SQL, jid: string): Promise<Named<ReturnType<typeof keyPairOf>>> {
  const rows: { key_id: number; key: Uint8Array }[] =
    await sql`select key_id, key from whatsmeow_pre_keys where jid = ${jid}`;
  return rows.map(({ key_id, key }) => [String(key_id), keyPairOf(key)]);
}

async function sessionsOf(sql: SQL, jid: string): Promise<Named<ReturnType<typeof sessionOf>>> {
  const rows: { their_id: string; session: Uint8Array }[] =
    await sql`select their_id, session from whatsmeow_sessions where our_jid = ${jid} and session is not null`;
  const now = Date.now();
  return rows.map(({ their_id, session }) => [
    addressOf(their_id),
    whole(`whatsmeow_sessions: ${their_id}`, () => sessionOf(textOf(session), now)),
  ]);
}

async function identitiesOf(sql: SQL, jid: string): Promise<Named<Bytes>> {
  const rows: { their_id: string; identity: Uint8Array }[] =
    await sql`select their_id, identity from whatsmeow_identity_keys where our_jid = ${jid}`;
  return rows.map(({ their_id, identity }) => [
    addressOf(their_id),
    bytesOf(Buffer.concat([Buffer.from([5]), identity])),
  ]);
}

async function senderKeysOf(sql: SQL, jid: string): Promise<Named<Bytes>> {
  const rows: { chat_id: string; sender_id: string; sender_key: Uint8Array }[] =
    await sql`select chat_id, sender_id, sender_key from whatsmeow_sender_keys where our_jid = ${jid}`;
  return rows.map(({ chat_id, sender_id, sender_key }) => [
    `${chat_id}::${sender_id.replace(":", "::")}`,
    whole(`whatsmeow_sender_keys: ${chat_id} ${sender_id}`, () => senderKeyOf(textOf(sender_key))),
  ]);
}

async function syncKeysOf(sql: SQL, jid: string): Promise<Named<{ keyData: string; timestamp: string }>> {
  const rows: { key_id: Uint8Array; key_data: Uint8Array; timestamp: number }[] =
    await sql`select key_id, key_data, timestamp from whatsmeow_app_state_sync_keys where jid = ${jid}`;
  return rows.map(({ key_id, key_data, timestamp }) => [
    base64Of(key_id),
    { keyData: base64Of(key_data), timestamp: String(timestamp) },
  ]);
}

async function versionsOf(sql: SQL, jid: string) {
  const versions: { name: string; version: number; hash: Uint8Array }[] =
    await sql`select name, version, hash from whatsmeow_app_state_version where jid = ${jid}`;
  // the newest of each comes last, and stays
  const macs: { name: string; index_mac: Uint8Array; value_mac: Uint8Array }[] = await sql`
    select name, index_mac, value_mac from whatsmeow_app_state_mutation_macs where jid = ${jid} order by version`;
  return versions.map(({ name, version, hash }) => {
    const own = macs.filter((mac) => mac.name === name);
    const values = own.map((mac) => [base64Of(mac.index_mac), { valueMac: bytesOf(mac.value_mac) }]);
    const indexValueMap = Object.fromEntries(values);
    return [name, { version: Number(version), hash: bytesOf(hash), indexValueMap }] as const;
  });
}

async function tokensOf(sql: SQL, jid: string, lids: ReadonlyMap<string, string>) {
  const rows: { their_jid: string; token: Uint8Array; timestamp: number; sender_timestamp: number | null }[] =
    await sql`
      select their_jid, token, timestamp, sender_timestamp from whatsmeow_privacy_tokens where our_jid = ${jid}`;
  return rows.map(({ their_jid, token, timestamp, sender_timestamp: sent }) => {
    const lid = lids.get(their_jid.replace(/@.*$/, ""));
    const value = { token: bytesOf(token), timestamp: String(timestamp) };
    return [
      lid === undefined ? their_jid : `${lid}@lid`,
      sent === null ? value : { ...value, senderTimestamp: Number(sent) },
    ] as const;
  });
}

/** What a row is converted to. Throws a failure that names it where it is not whole. */
function whole<Value>(row: string, convert: () => Value): Value {
  try {
    return convert();
  } catch (cause) {
    throw new StoreFailure(`${row} is torn: it can't be read`, { code: "torn_row", hint: TORN, cause });
  }
}

const TORN =
  "Copy the database again while nothing uses it. If it stays torn, delete that row from the copy: what it was for is asked anew.";

function addressOf(id: string): string {
  return id.replace(":", ".");
}

function textOf(value: Uint8Array): string {
  return Buffer.from(value).toString("utf8");
}

function base64Of(value: Uint8Array): string {
  return Buffer.from(value).toString("base64");
}
