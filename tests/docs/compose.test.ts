/** The compose files: one that needs nothing else, and what production adds to it. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../daemon/config/config.ts";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { DEPLOY, IMAGE, instructions, readCompose, STOP_SECONDS, textOf } from "./deploy-files.ts";

const alone = readCompose("compose.yaml");
const production = readCompose("compose.production.yaml");

afterAll(removeTemporaryFolders);

describe("the one file", () => {
  const { waypostd, ...others } = alone.services;

  test("needs no other file, no checkout and no secret", () => {
    expect(others).toEqual({});
    expect(alone.secrets).toBeUndefined();
    expect(waypostd?.build).toBeUndefined();
    expect(waypostd?.environment).toBeUndefined();
    expect(waypostd?.volumes).toEqual(["waypost:/var/lib/waypost"]);
    expect(Object.keys(alone.volumes)).toEqual(["waypost"]);
  });

  test("publishes on loopback alone, and keeps its files unchanged", () => {
    expect(waypostd?.ports).toEqual(["127.0.0.1:8484:8484"]);
    expect(waypostd?.read_only).toBe(true);
  });

  test("looks at the daemon's health as the image does", () => {
    const [, check = ""] = /CMD (\[.*\])/.exec(instructions("HEALTHCHECK", IMAGE)[0]?.text ?? "") ?? [];
    expect(waypostd?.healthcheck?.test).toEqual(["CMD", ...JSON.parse(check)]);
  });

  test("gives the daemon the time that a stop takes", () => {
    expect(Number.parseInt(waypostd?.stop_grace_period ?? "", 10)).toBeGreaterThanOrEqual(STOP_SECONDS);
  });
});

describe("what production adds", () => {
  const { services, volumes, secrets = {} } = production;

  test("starts the daemon when Postgres is healthy", () => {
    expect(services.waypostd?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    expect(services.postgres?.healthcheck?.test).toContain("pg_isready");
  });

  test("builds the container file from the checkout", () => {
    const { context = "", dockerfile = "" } = services.waypostd?.build ?? {};
    expect(join(DEPLOY, context, ".")).toBe(join(ROOT, "."));
    expect(existsSync(join(DEPLOY, context, dockerfile))).toBe(true);
  });

  test("declares each secret and volume that is used, and no other", () => {
    const used = Object.values(services);
    expect(used.flatMap((service) => service.secrets ?? []).sort()).toEqual(Object.keys(secrets).sort());
    const mounted = used.flatMap((service) => service.volumes ?? []).map((volume) => volume.split(":")[0]);
    expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
    const paths = JSON.stringify(services).match(/\/run\/secrets\/\w+/g) ?? [];
    expect(paths.map((path) => path.replace("/run/secrets/", "")).sort()).toEqual(
      Object.keys(secrets).sort(),
    );
  });

  test("finds the secrets that the documented commands make", async () => {
    const folder = temporaryFolder();
    const [, block = ""] =
      /^cd docs\/deploy\n[^\n]*\n([\s\S]+?)^sudo /m.exec(textOf("../production.md")) ?? [];
    expect(await run(["/bin/sh", "-e", "-c", `cd ${folder}\n${block}`])).toEqual({
      success: true,
      output: "",
    });
    for (const { file } of Object.values(secrets))
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    const config = loadConfig({ WAYPOST_CONFIG: join(folder, "secrets/config.toml"), HOME: folder });
    const { hostname, password } = new URL(config.databaseUrl ?? "");
    expect(Object.keys(services)).toContain(hostname);
    expect(readFileSync(join(folder, "secrets/postgres-password"), "utf8").trim()).toBe(password);
  });
});

test("the documented names of both files are theirs", () => {
  const [, names = ""] = /^export COMPOSE_FILE=(.+)$/m.exec(textOf("../production.md")) ?? [];
  expect(names.split(":").map((name) => existsSync(join(DEPLOY, name)))).toEqual([true, true]);
});

test("images are named without a registry", () => {
  const services = [...Object.values(alone.services), ...Object.values(production.services)];
  for (const { image } of services) if (image !== undefined) expect(image).toMatch(/^[a-z]+(:\d+)?$/);
});
