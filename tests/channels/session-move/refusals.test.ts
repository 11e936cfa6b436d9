/** What is refused of a session that somebody brings in, and what is not touched then. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openFolder } from "../../../cli/commands/channels/session/folder.ts";
import type { MovedSession } from "../../../daemon/channels/session-move/session-form.ts";
import { addOrganization } from "../../../daemon/organizations/create.ts";
import { NUMBER, type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { type Answer, caller, makeKey } from "../../support/daemon.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startOwnClient } from "./own-client.ts";

const MOVED = "15557010056";
let site: PairingSite;
let session: MovedSession;
beforeAll(async () => {
  site = await startPairingSite();
  const folder = temporaryFolder("auth-info");
  const own = await startOwnClient(site.web, folder, MOVED);
  await own.stop();
  session = (await (await openFolder(folder)).read("any")).session;
});
afterAll(() => site.stop());

const bringsBy = (call: PairingSite["daemon"]["call"], id: string, body: object = session) =>
  call("POST", `/v1/channels/${id}/session`, body);
const brings = (id: string, body?: object) => bringsBy(site.daemon.call, id, body);

/** The session with one change, on a copy. */
function changed(change: (copy: MovedSession) => void): MovedSession {
  const copy = structuredClone(session);
  change(copy);
  return copy;
}

const swapped: Record<string, (copy: MovedSession) => void> = {
  "/credentials/noiseKey": ({ credentials }) => {
    credentials.noiseKey.public = credentials.signedIdentityKey.public;
  },
  "/credentials/signedIdentityKey": ({ credentials }) => {
    credentials.signedIdentityKey.private = credentials.noiseKey.private;
  },
  "/credentials/signedPreKey/keyPair": ({ credentials }) => {
    credentials.signedPreKey.keyPair.private = credentials.noiseKey.private;
  },
  "/keys/pre-key/1": ({ credentials, keys }) => {
    keys["pre-key"] = {
      1: { public: credentials.noiseKey.public, private: credentials.signedIdentityKey.private },
    };
  },
  "/credentials/signedPreKey/signature": ({ credentials }) => {
    credentials.signedPreKey.signature = credentials.account.deviceSignature;
  },
  "/credentials/account/accountSignature": ({ credentials }) => {
    credentials.account.accountSignature = credentials.account.deviceSignature;
  },
  "/credentials/account/deviceSignature": ({ credentials }) => {
    credentials.account.deviceSignature = credentials.account.accountSignature;
  },
};

test.each(Object.entries(swapped))("what does not fit together: %s", async (path, change) => {
  const { status, body } = await brings(await site.newChannel(), changed(change));
  expect([status, body.code, body.errors[0].path]).toEqual([422, "session_unfit", path]);
});

test("keys of a wrong length, and numbers that are none", async () => {
  const id = await site.newChannel();
  const short = changed(({ credentials }) => {
    credentials.noiseKey.private.data = "AAAA";
  });
  expect(await brings(id, short)).toMatchObject({ status: 422, body: { code: "invalid_request" } });
  const nobody = changed(({ credentials }) => {
    credentials.me.id = "anna@s.whatsapp.net";
  });
  expect(await brings(id, nobody)).toMatchObject({ status: 422, body: { code: "invalid_request" } });
});

test.each([
  ["a space", "1 2"],
  ["nothing", ""],
  ["NUL", "1\u0000"],
  ["another letter", "ä"],
  ["much", "1".repeat(301)],
])("a key whose id has %s", async (_, id) => {
  const odd = changed(({ keys }) => {
    keys["lid-mapping"] = { [id]: "1" };
  });
  const { status, body } = await brings(await site.newChannel(), odd);
  expect([status, body.errors?.[0].path]).toEqual([422, "/keys/lid-mapping"]);
});

test("more keys than a session has, of any category, are refused before they are looked at", async () => {
  const many = Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [index, 0]));
  const keys = { "lid-mapping": many, unknown: many };
  const { status, body } = await brings(await site.newChannel(), { ...session, keys });
  expect([status, body.errors]).toEqual([422, [{ path: "/keys", message: "more than 200000 keys" }]]);
});

test("a channel that has never had a session shows nothing of a refused one", async () => {
  const id = await site.newChannel();
  await brings(id, changed(swapped["/credentials/noiseKey"] as (copy: MovedSession) => void));
  const { body } = await site.daemon.call("GET", `/v1/channels/${id}`);
  expect(body).toMatchObject({ status: "disconnected", phone_number: null });
});

test("a channel that is paired, one that is being paired, and one of another number", async () => {
  const id = await site.newChannel();
  await site.daemon.call("POST", `/v1/channels/${id}/connect`);
  await site.until(id, "pairing");
  expect(await brings(id)).toMatchObject({ status: 409, body: { code: "session_in_use" } });
  await site.pair(id);
  expect(await brings(id)).toMatchObject({ status: 409, body: { code: "already_paired" } });
  await site.daemon.call("POST", `/v1/channels/${id}/disconnect`, { logout: true });
  await site.until(id, "logged_out");
  const { status, body } = await brings(id);
  expect([status, body.code]).toEqual([409, "another_number"]);
  expect(body.detail).toContain(MOVED);
  expect((await site.daemon.call("GET", `/v1/channels/${id}`)).body.phone_number).toBe(`+${NUMBER}`);
});

test("of many at once one is taken; the others are told who has the number", async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => site.newChannel()));
  const ended = await Promise.all(ids.map((id) => brings(id)));
  const taken = ids[ended.findIndex(({ status }) => status === 202)] ?? "";
  const refused = ended.filter(({ status }) => status !== 202);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill("number_taken"));
  expect(refused[0]?.body.detail).toContain(taken);
  await site.until(taken, "connected");
  const entries = await site.daemon.call("GET", "/v1/audit?action=channel.session_imported");
  expect(entries.body.data).toHaveLength(1);
  expect(entries.body.data[0]).toMatchObject({
    target: { id: taken },
    changes: { phone_number: `+${MOVED}` },
  });
});

test("who has the number is not said to a key of another channel, nor to another organisation", async () => {
  const { url, sql, secrets, call } = site.daemon;
  const { data } = (await call("GET", "/v1/channels?limit=100")).body;
  const taken = data.find((one: Answer["body"]) => one.phone_number === `+${MOVED}`).id;
  const own = await site.newChannel();
  const restricted = caller(url, await makeKey(site.daemon, ["channels:manage"], [own]));
  const wishes = { name: "Boats", email: "anna@example.com" };
  const other = caller(url, (await addOrganization(sql, secrets, wishes)).api_key);
  const made = { platform: "whatsapp_unofficial", name: "Theirs" };
  const theirs = (await other("POST", "/v1/channels", made)).body.id;
  for (const answer of [await bringsBy(restricted, own), await bringsBy(other, theirs)]) {
    expect(answer).toMatchObject({ status: 409, body: { code: "number_taken" } });
    expect(JSON.stringify(answer.body)).not.toContain(taken);
  }
  expect((await bringsBy(restricted, taken)).status).toBe(404);
});

test("it needs the permission to manage channels", async () => {
  const call = caller(site.daemon.url, await makeKey(site.daemon, ["channels:read"]));
  expect((await bringsBy(call, await site.newChannel())).status).toBe(403);
});
