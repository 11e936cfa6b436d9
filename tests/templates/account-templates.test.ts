/** An account is read when a send names what is not known: whether that succeeded, and how often it is done. */
import { beforeEach, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { createAccountTemplates } from "../../daemon/templates/account-templates.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

let listings = 0;
let forgotten = 0;
beforeEach(() => {
  listings = 0;
  forgotten = 0;
});

/** Accounts on a platform that answers so. */
function accounts(answer: () => Promise<object>) {
  const { sql, secrets } = waypost;
  const list = () => {
    listings++;
    return answer();
  };
  const providers = { whatsapp_official: { templates: { list } } } as never;
  const forget = () => {
    forgotten++;
  };
  return createAccountTemplates({ sql, secrets, providers, log: createLog("silent"), forget });
}

const none = async () => ({ kind: "done", value: [] });
async function ownAccount() {
  const [channel] = await waypost.sql<{ organization_id: string; waba_id: string }[]>`
    select organization_id, waba_id from channels where id = ${waypost.channelId}`;
  if (channel === undefined) throw new Error("there is no channel");
  return channel;
}

test("an account that was read is known, and what was cached of it is forgotten", async () => {
  expect(await accounts(none).refresh(await ownAccount())).toBe(true);
  expect([listings, forgotten]).toEqual([1, 1]);
});

test("an account is read once a minute, however often it is asked for", async () => {
  const own = accounts(none);
  const asked = await ownAccount();
  expect(await Promise.all([own.refresh(asked), own.refresh(asked)])).toEqual([true, true]);
  expect(await own.refresh(asked)).toBe(true);
  expect(listings).toBe(1);
});

test("an account that the platform does not list is not known", async () => {
  const unavailable = async () => ({ kind: "unavailable", reason: "the connection was reset" });
  expect(await accounts(unavailable).refresh(await ownAccount())).toBe(false);
});

test("an account that no channel has a token for is not known", async () => {
  expect(await accounts(none).refresh({ ...(await ownAccount()), waba_id: "of-nobody" })).toBe(false);
  expect(listings).toBe(0);
});

test("a channel without an account has no templates to read", async () => {
  expect(await accounts(none).refresh({ ...(await ownAccount()), waba_id: null })).toBe(false);
  expect(listings).toBe(0);
});

test("a send waits three seconds for a platform that is slow, and no longer", async () => {
  const never = () => new Promise<object>(() => undefined);
  expect(await accounts(never).refresh(await ownAccount())).toBe(false);
});
