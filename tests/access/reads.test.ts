/** Every route that answers a question says what it shows of people, for the audit log. */
import { expect, test } from "bun:test";
import { READS } from "../../daemon/start/api/reads.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { readRoutes } from "./walk.ts";

const daemon = sharedDaemon();

test("none is missing, and none is of a route that is gone", async () => {
  const routes = (await readRoutes(daemon.url)).map(({ method, path }) => `${method} ${path}`);
  const asking = routes.filter((name) => name.startsWith("GET "));
  expect(asking.filter((name) => !(name in READS))).toEqual([]);
  expect(Object.keys(READS).filter((name) => !routes.includes(name))).toEqual([]);
});
