import { beforeAll, expect, test } from "bun:test";
import { createAuthenticator } from "../../daemon/auth/authenticate.ts";
import { hashKey, newKey } from "../../daemon/auth/key.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { deleteKey, insertKey } from "../../db/auth/api-keys.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const organizationId = newId("org");
const peppers = { keys: new Uint8Array(32), tokens: new Uint8Array(32) };
const HERE = { address: null, isSecure: false, requestId: "" };
const [id, key] = [newId("key"), newKey()];

beforeAll(async () => {
  await database.sql`insert into organizations (organization_id, name) values (${organizationId}, 'Anna')`;
  await insertKey(database.sql, {
    ...{ organization_id: organizationId, id, name: "short", permissions: ["*"], channel_ids: null },
    ...{ created_by: null, prefix: key.slice(0, 7), last4: key.slice(-4), expires_at: null },
    hash: hashKey(key, peppers.keys),
  });
});

test("a key that was read while its revocation was announced is not remembered", async () => {
  const authenticator = createAuthenticator(database.sql, peppers, () => true);
  const request = new Request("http://localhost/", { headers: { "x-api-key": key } });
  const reading = authenticator.require(request, "any", HERE);
  // the announcement overtakes the row that was read before it
  authenticator.forget(id);
  expect(await reading).toMatchObject({ actor: { id } });
  await deleteKey(database.sql, organizationId, id);
  await expect(authenticator.require(request, "any", HERE)).rejects.toMatchObject({ status: 401 });
});
