import { createDraft, defineTemplate, makeTagged, start } from "../broadcasts/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import type { Cause } from "./causes.ts";

/** Causes of the events of broadcasts. */
export function broadcastCauses(waypost: TestDaemon): Record<string, Cause> {
  let prefixes = 1_415_900;

  /** A broadcast that has begun; with a pace, it takes a while. */
  async function begun(more: object = {}): Promise<string> {
    const prefix = String(++prefixes);
    await defineTemplate(waypost, `spring_${prefix}`);
    await makeTagged(waypost, prefix, 5, prefix);
    const template = { name: `spring_${prefix}`, language: "en_US", parameters: { body: ["Ada"] } };
    const id = await createDraft(waypost, { template, audience: { tags: { any: [prefix] } }, ...more });
    await start(waypost, id);
    return id;
  }

  const change = (id: string, verb: string) => waypost.call("POST", `/v1/broadcasts/${id}/${verb}`);
  const slow = { rate_per_second: 0.01 };
  return {
    "broadcast.started": () => begun(),
    "broadcast.progressed": async () => {
      const id = await begun(slow);
      await change(id, "pause");
      await change(id, "resume");
      await change(id, "cancel");
    },
    "broadcast.paused": async () => change(await begun(slow), "pause"),
    "broadcast.stopped": async () => {
      const id = await begun({ stop: { quality: "RED" }, rate_per_second: 1 });
      // again and again: the daemon asks Meta now and then, which says GREEN
      await until(async () => {
        await waypost.sql`update channels set quality_rating = 'RED'`;
        await waypost.sql`select pg_notify('waypost_channel_changed', ${waypost.channelId})`;
        return (await waypost.call("GET", `/v1/broadcasts/${id}`)).body.status === "stopped";
      });
    },
    "broadcast.completed": () => begun(),
    "broadcast.cancelled": async () => change(await begun(slow), "cancel"),
  };
}
