import { randomBytes } from "node:crypto";
import type { SQL } from "bun";
import type { MovedSession } from "../../session-form.ts";
import { bytesOf } from "../bytes.ts";
import { StoreFailure } from "../store-failure.ts";
import { keyPairOf, newKeyPair } from "./key-pair.ts";

type DeviceRow = Record<
  | ("noise_key" | "identity_key" | "signed_pre_key" | "signed_pre_key_sig" | "adv_key")
  | ("adv_details" | "adv_account_sig" | "adv_account_sig_key" | "adv_device_sig"),
  Uint8Array
> & {
  jid: string;
  lid: string | null;
  registration_id: number;
  signed_pre_key_id: number;
  platform: string;
  push_name: string;
};

/** The login of one device, in Baileys' form. Throws a failure when there is none of that id. */
export async function readDevice(sql: SQL, jid: string): Promise<MovedSession["credentials"]> {
  const [row]: DeviceRow[] = await sql`select * from whatsmeow_device where jid = ${jid}`;
  if (row === undefined) throw new StoreFailure(`there is no device ${jid} any more`);
  const [ids]: { most: number | null; uploaded: number | null }[] = await sql`
    select max(key_id) as most, max(case when uploaded then key_id end) as uploaded
    from whatsmeow_pre_keys where jid = ${jid}`;
  const [latest]: { key_id: Uint8Array }[] = await sql`
    select key_id from whatsmeow_app_state_sync_keys where jid = ${jid} order by timestamp desc limit 1`;
  const account = { name: row.lid || row.jid.replace(/:\d+@/, "@"), deviceId: 0 };
  return {
    noiseKey: keyPairOf(row.noise_key),
    pairingEphemeralKeyPair: newKeyPair(),
    signedIdentityKey: keyPairOf(row.identity_key),
    signedPreKey: {
      keyPair: keyPairOf(row.signed_pre_key),
      signature: bytesOf(row.signed_pre_key_sig),
      keyId: Number(row.signed_pre_key_id),
    },
    registrationId: Number(row.registration_id),
    // only a pairing needs it
    advSecretKey: Buffer.from(row.adv_key.length === 32 ? row.adv_key : randomBytes(32)).toString("base64"),
    nextPreKeyId: Number(ids?.most ?? 0) + 1,
    firstUnuploadedPreKeyId: Number(ids?.uploaded ?? 0) + 1,
    me: {
      id: row.jid,
      ...(row.lid ? { lid: row.lid } : {}),
      ...(row.push_name === "" ? {} : { name: row.push_name }),
    },
    account: {
      details: bytesOf(row.adv_details),
      accountSignatureKey: bytesOf(row.adv_account_sig_key),
      accountSignature: bytesOf(row.adv_account_sig),
      deviceSignature: bytesOf(row.adv_device_sig),
    },
    signalIdentities: [
      {
        identifier: account,
        identifierKey: bytesOf(Buffer.concat([Buffer.from([5]), row.adv_account_sig_key])),
      },
    ],
    platform: row.platform,
    ...(latest === undefined ? {} : { myAppStateKeyId: Buffer.from(latest.key_id).toString("base64") }),
  };
}
