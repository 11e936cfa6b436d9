import { expect, test } from "bun:test";
import type { App } from "../../daemon/start/api/app.ts";
import { drain } from "../../daemon/start/drain.ts";

/** The parts of a daemon that note when they are given up; its lanes let go on request. */
function parts() {
  const steps: string[] = [];
  const [lanes, server] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const note = (step: string) => async () => void steps.push(step);
  const app = {
    server: { pendingRequests: 0, stop: note("no new connections") },
    async stop() {
      steps.push("server");
      server.resolve();
    },
  } as unknown as App;
  const draining = {
    ...{ app, drainSeconds: 0, shutdownSeconds: 60, endStreams: note("streams") },
    ...{ worker: { stop: note("worker") }, gateway: { stop: note("gateway") } },
    lanes: {
      async stop() {
        steps.push("lanes");
        await lanes.promise;
      },
    },
  };
  return { steps, draining, server: server.promise, letGo: lanes.resolve };
}

test("lanes are handed over while requests are answered, paired numbers last, and the end waits for both", async () => {
  const { steps, draining, server, letGo } = parts();
  const drained = drain(draining).then(() => steps.push("over"));
  await server;
  await new Promise(setImmediate);
  expect(steps).toEqual(["worker", "lanes", "streams", "no new connections", "server"]);
  letGo();
  await drained;
  expect(steps.slice(5)).toEqual(["gateway", "over"]);
});
