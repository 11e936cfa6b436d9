import { expect, test } from "bun:test";
import type { Role } from "../../daemon/config/roles.ts";
import { type Parts, unreadiness } from "../../daemon/health/readiness.ts";

const WELL = {
  parts: () => ({ worker: true, gateway: true }),
  isServing: () => true,
  isDatabaseThere: async () => true,
  hasDatabaseRoom: async () => true,
};

test.each<[string, Role[], Parts, string | null]>([
  ["no part of an api is required", ["api"], { worker: false, gateway: false }, null],
  ["nor of one that does everything", ["api", "worker", "gateway"], { worker: false, gateway: false }, null],
  ["a worker has to run jobs", ["worker"], { worker: false, gateway: true }, "worker_failing"],
  ["but not to hold paired numbers", ["worker"], { worker: true, gateway: false }, null],
  ["a gateway need not run jobs", ["gateway"], { worker: false, gateway: true }, null],
  ["but has to hold them", ["worker", "gateway"], { worker: true, gateway: false }, "gateway_failing"],
])("%s", async (_, roles, parts, reason) => {
  expect(await unreadiness({ ...WELL, roles, parts: () => parts })).toBe(reason as never);
});

test("whatever its roles, it is unready without a database, or without room there, and while it stops", async () => {
  const no = async () => false;
  for (const roles of [["api"], ["worker"]] as Role[][]) {
    const daemon = { ...WELL, roles };
    expect(await unreadiness({ ...daemon, isDatabaseThere: no })).toBe("database_unavailable");
    expect(await unreadiness({ ...daemon, hasDatabaseRoom: no })).toBe("database_full");
    expect(await unreadiness({ ...daemon, isServing: () => false })).toBe("stopping");
  }
});
