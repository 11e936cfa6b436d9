/** The deployment files under docs/ say what is so, as far as a test can tell. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readInstallation } from "../../cli/lib/installation/installation.ts";
import { TARGETS } from "../../scripts/lib/packages/targets.ts";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import {
  ACCOUNT,
  BUILD,
  IMAGE,
  instructions,
  readUnit,
  STOP_SECONDS,
  textOf,
  unknownVariables,
} from "./deploy-files.ts";

const ANALYZE = Bun.which("systemd-analyze");
if (ANALYZE === null) process.stdout.write("There is no systemd-analyze here: the unit is not verified.\n");

afterAll(removeTemporaryFolders);

test.each([
  "waypostd.service",
  "Containerfile",
  "compose.yaml",
  "compose.production.yaml",
  "../production.md",
  "../kubernetes.md",
])("every variable of %s exists", (name) => {
  expect(unknownVariables(textOf(name))).toEqual([]);
});

describe("the unit", () => {
  const unit = readUnit();

  test("gives the daemon the time that a stop takes", () => {
    expect(Number(unit.get("TimeoutStopSec")?.[0])).toBeGreaterThanOrEqual(STOP_SECONDS);
  });

  test("hands over each secret that the daemon is configured to read", () => {
    const handed = unit.get("LoadCredential")?.map((value) => value.split(":")[0] ?? "");
    const read = unit.get("Environment")?.flatMap((value) => /%d\/([\w.]+)/.exec(value)?.[1] ?? []);
    expect(read).toEqual(handed ?? []);
  });

  test.skipIf(ANALYZE === null)("is one that systemd takes, and calls well protected", async () => {
    const path = join(temporaryFolder(), "waypostd.service");
    writeFileSync(path, textOf("waypostd.service").replace("/usr/local/bin/waypostd", "/bin/true"));
    expect(await run([ANALYZE ?? "", "verify", path])).toEqual({ success: true, output: "" });
    const security = await run([ANALYZE ?? "", "security", "--offline=true", "--threshold=20", path]);
    expect(security).toMatchObject({ success: true });
  });
});

describe("the container file", () => {
  test("compiles with the Bun that the project pins", () => {
    const version = readFileSync(join(ROOT, ".bun-version"), "utf8").trim();
    expect(instructions("FROM", BUILD)[0]?.text).toEndWith(` oven/bun:${version} AS build`);
  });

  test("runs as an account that is not root, with its data in a volume", () => {
    expect(instructions("USER", IMAGE).map(({ text }) => text)).toEqual(["10001"]);
    expect(instructions("RUN", ACCOUNT)[0]?.text).toContain("--uid 10001");
    expect(instructions("VOLUME", IMAGE)[0]?.text).toBe("/var/lib/waypost");
    expect(instructions("ENV", IMAGE)[0]?.text).toContain("WAYPOST_HOME=/var/lib/waypost");
  });

  test("takes what it built", () => {
    const taken = instructions("COPY", IMAGE).flatMap(({ words }) => words.slice(1, -1));
    const built = ["waypost", "waypostd", "installation.json", "postgres", "THIRD-PARTY-NOTICES"];
    const account = ["/etc/passwd", "/etc/group", "/folders/"];
    expect(taken.filter((path) => !path.startsWith("--"))).toEqual([
      ...account,
      ...built.map((name) => `/build/out/${name}`),
    ]);
  });

  test("starts nothing that is made for another machine than the one that builds", () => {
    for (const stage of [BUILD, ACCOUNT])
      expect(instructions("FROM", stage)[0]?.text).toStartWith("--platform=$BUILDPLATFORM ");
    expect(instructions("FROM", IMAGE)[0]?.text).not.toContain("--platform");
    expect(instructions("RUN", IMAGE)).toEqual([]);
  });

  test.each([
    ["amd64", "--target linux-x64 "],
    ["arm64", "--target linux-arm64 "],
    ["", ""],
  ])("compiles for the architecture %p as %p", async (TARGETARCH, target) => {
    const [compile] = instructions("RUN", BUILD);
    const shown = compile?.text.replace("./scripts/build", "echo") ?? "";
    const { output } = await run(["/bin/sh", "-c", `export TARGETARCH=${TARGETARCH}; ${shown}`]);
    expect(output.trim()).toBe(`${target}--postgres /build/out`);
    const name = target.replace("--target ", "").trim();
    expect(["", ...TARGETS.map((one) => one.name)]).toContain(name);
  });
});

describe("what a build of the image is given", () => {
  const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((pattern) => new Bun.Glob(pattern));
  const isGiven = (path: string) => {
    const folders = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
    return !ignored.some((glob) => folders.some((folder) => glob.match(folder)));
  };

  test("holds all that the container file copies", () => {
    const copied = instructions("COPY", BUILD).flatMap(({ words }) => words.slice(0, -1));
    expect(copied.filter((path) => !isGiven(path))).toEqual([]);
  });

  test.each([
    "docs/deploy/secrets/master.key",
    ".git/config",
    ".env",
    "cli/.env.local",
    "node_modules/x",
    "tests/x.test.ts",
  ])("does not hold %s", (path) => {
    expect(isGiven(path)).toBe(false);
  });
});

describe("what waypost says of its installation in a container", () => {
  test("is what it can read", async () => {
    const [, file] = instructions("RUN", BUILD);
    const text = /'(\{.*\})'/.exec(file?.text ?? "")?.[1] ?? "";
    const folder = temporaryFolder();
    writeFileSync(join(folder, "installation.json"), text);
    const found = await readInstallation({ path: join(folder, "waypost"), isCompiled: true });
    expect(found).toMatchObject({ by: "container", releases: null });
  });
});
