/** Which changes of groups are in the audit log, by what WhatsApp answered. */
import { expect, test } from "bun:test";
import { COMMAND } from "../../daemon/auth/audit.ts";
import { recording } from "../../daemon/groups/recording.ts";
import type { Caller } from "../../daemon/http/caller.ts";
import { findChannel } from "../../db/channels/channels.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const refused = (reason: "not_admin" | "no_response") => ({ refusal: { reason, code: null, text: "" } });
const outcomes = (...codes: number[]) => ({ result: codes.map((code) => ({ code, asked: "1" })) });

test.each<[what: string, answer: Parameters<ReturnType<typeof recording>>[1], changes: object | undefined]>([
  ["an answer that nobody got", null, { group: "1@g.us", confirmed: false }],
  ["no response", refused("no_response"), { group: "1@g.us", confirmed: false }],
  ["a refusal", refused("not_admin"), undefined],
  ["nothing done to anybody", outcomes(403, 409), undefined],
  ["something done to somebody", outcomes(403, 200), { group: "1@g.us" }],
  ["a new link", { result: "AbCdEfGh" }, { group: "1@g.us" }],
  ["a group that was left", { result: null }, { group: "1@g.us" }],
])("%s", async (what, answer, changes) => {
  const { sql, organizationId, channelId } = waypost;
  const channel = await findChannel(sql, organizationId, channelId);
  if (channel === null) throw new Error("there is no channel");
  const caller = { ...COMMAND, organizationId } as unknown as Caller;
  await recording(caller, channel, `group.${what}`, { group: "1@g.us" })(sql, answer);
  const { body } = await waypost.call("GET", "/v1/audit?limit=1");
  const [last] = body.data;
  expect(last?.action === `group.${what}` ? last.changes : undefined).toEqual(changes);
});
