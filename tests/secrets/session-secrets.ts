/** The private keys of a paired number's session. */
import { createHash } from "node:crypto";
import { openVault } from "../../daemon/gateway/keys/vault.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import type { Sql } from "../../db/connection/client.ts";
import { formsOf } from "./dump.ts";

const MOST_KEYS = 100;
const PRIVATE = /^(private|privKey|rootKey|advSecretKey|chainKey)$/;

/** The master key and what only it opens, by what each is, in the forms in which it might be written. */
export async function sessionSecrets(
  sql: Sql,
  masterKey: string,
  channelId: string,
): Promise<Map<string, string>> {
  const master = Buffer.from(masterKey, "base64");
  const secrets = new Map(formsOf(master).map((form, index) => [`master key, form ${index}`, form]));
  const id = createHash("sha256").update(master).digest("hex").slice(0, 8);
  const [session] = await sql`select data_key, credentials from web_sessions where channel_id = ${channelId}`;
  const vault = openVault(createSecrets([{ id, key: master }]), channelId, session?.data_key, 1);
  const keys = await sql`
    select category, id, value from web_session_keys
    where channel_id = ${channelId} and category in ('pre-key', 'session') limit ${MOST_KEYS}`;
  collect(secrets, "credentials", JSON.parse(vault.open(session?.credentials, "credentials")));
  for (const { category, id, value } of keys)
    collect(secrets, `${category} ${id}`, JSON.parse(vault.open(value, `${category} ${id}`)));
  return secrets;
}

function collect(secrets: Map<string, string>, name: string, value: unknown, isPrivate = false): void {
  if (typeof value === "string" && isPrivate && value.length >= 40) {
    const forms = formsOf(Buffer.from(value, "base64"));
    for (const [index, form] of forms.entries()) secrets.set(`${name}, form ${index}`, form);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    collect(secrets, `${name} ${key}`, inner, isPrivate || PRIVATE.test(key));
}
