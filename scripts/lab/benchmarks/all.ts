/** What is usual: memory and work of an idle daemon, from request to webhook, sending, accepting. */

import { residentMegabytes, watchMemory } from "../stage/process.ts";
import { measureAccept } from "./accept/accept.ts";
import { measureEndToEnd } from "./latency.ts";
import type { Options } from "./options.ts";
import { type Figure, figure } from "./report.ts";
import { measureSends, measureSendsBesideEndpoint } from "./sends.ts";
import type { Stage } from "./stage.ts";
import { between, workSoFar } from "./work.ts";

const FULL = { idleSeconds: 20, messages: 400, warmUp: 50, sends: 10_000, leadSeconds: 15 };
const QUICK = { idleSeconds: 1, messages: 3, warmUp: 1, sends: 50, leadSeconds: 3 };

/** The daemon is new when its idle memory is measured, and has the most rows when it accepts. */
export async function measureAll(stage: Stage, { quick }: Pick<Options, "quick">): Promise<Figure[]> {
  const plan = quick ? QUICK : FULL;
  const idle = await measureIdle(stage, plan.idleSeconds);
  const endToEnd = await measureEndToEnd(stage, plan);
  const sending = watchMemory(stage.daemon.pid);
  const alone = await measureSends(stage, plan.sends, plan.leadSeconds);
  const beside = await measureSendsBesideEndpoint(stage, plan.sends, plan.leadSeconds);
  const sends = [
    figure("one channel sends", alone, "a second", { atLeast: 2500, digits: 0 }),
    figure("while an endpoint listens", beside, "a second", { atLeast: 1500, digits: 0 }),
    figure("memory while sending, at most", sending.stop(), "MiB"),
  ];
  const accepting = watchMemory(stage.daemon.pid);
  const accept = await measureAccept(stage, quick);
  return [
    ...idle,
    ...endToEnd,
    ...sends,
    ...accept,
    figure("memory while accepting, at most", accepting.stop(), "MiB"),
  ];
}

async function measureIdle({ daemon, sql }: Stage, seconds: number): Promise<Figure[]> {
  await Bun.sleep(seconds * 1000);
  const before = await workSoFar(sql, [daemon.pid], false);
  await Bun.sleep(seconds * 1000);
  const { transactions, daemonMs } = between(before, await workSoFar(sql, [daemon.pid], false));
  return [
    figure("idle: memory", residentMegabytes(daemon.pid), "MiB", { atMost: 160 }),
    figure("idle: transactions", transactions / seconds, "a second", { atMost: 5 }),
    figure("idle: of a processor", daemonMs === null ? null : daemonMs / seconds / 10, "%", { atMost: 0.5 }),
  ];
}
