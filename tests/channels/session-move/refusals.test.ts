/** What is refused of a session that somebody brings in, and what is not touched then. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openFolder } from "../../../cli/commands/channels/session/folder.ts";
import type { MovedSession } from "../../../cli/commands/channels/session/found.ts";
import { NUMBER, type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { caller, makeKey } from "../../support/daemon.ts";
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

const brings = (id: string, body: object = session) =>
  site.daemon.call("POST", `/v1/channels/${id}/session`, body);

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

test("it needs the permission to manage channels", async () => {
  const call = caller(site.daemon.url, await makeKey(site.daemon, ["channels:read"]));
  const { status } = await call("POST", `/v1/channels/${await site.newChannel()}/session`, session);
  expect(status).toBe(403);
});
