/** The daemons on Kubernetes are given what they read, the time that they need, and no more rights than that. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadConfig } from "../../../daemon/config/config.ts";
import { ROLES } from "../../../daemon/config/roles.ts";
import { SETTING_ROWS } from "../../../daemon/config/settings.ts";
import { listeningOf } from "../../../daemon/http/listening.ts";
import manifest from "../../../package.json" with { type: "json" };
import { removeTemporaryFolders, temporaryFolder } from "../../support/clusters.ts";
import { STOP_SECONDS, textOf, unknownVariables } from "../deploy-files.ts";
import {
  type Deployment,
  deployments,
  documentsOf,
  FILES,
  kustomization,
  type Manifest,
  named,
  settingsOf,
} from "./manifests.ts";

afterAll(removeTemporaryFolders);

const settings = settingsOf("base");
const daemons = deployments().map((deployment) => [deployment.metadata.name, deployment] as const);

test.each(FILES)("every variable of %s exists", (file) => {
  expect(unknownVariables(textOf(join("kubernetes", file)))).toEqual([]);
});

test("the daemons differ in nothing but their role", () => {
  const [first, ...others] = deployments().map(withoutRole);
  for (const other of others) expect(other).toEqual(first ?? {});
});

test("each role has its daemons, and the option all-roles gives all of them to one", () => {
  expect(daemons.map(([, one]) => variablesOf(one).WAYPOST_ROLE).sort()).toEqual([...ROLES].sort());
  const patches = kustomization("options/all-roles").patches?.map(({ patch }) => patch) ?? [];
  expect(patches.filter((patch) => patch.includes(`value: ${ROLES.join(",")}`))).toHaveLength(1);
  const deleted = patches
    .filter((patch) => patch.includes("$patch: delete"))
    .flatMap(documentsOf) as Manifest[];
  const names = ["waypost-gateway", "waypost-worker"];
  for (const kind of ["Deployment", "PodDisruptionBudget"])
    expect(
      deleted
        .filter((one) => one.kind === kind)
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(names);
});

describe.each(daemons)("%s", (_, deployment) => {
  const pod = deployment.spec.template.spec;
  const [container] = pod.containers;
  const variables = { ...settings, ...variablesOf(deployment) };

  test("is started with settings that the daemon takes, from secrets that are mounted", () => {
    const folder = temporaryFolder();
    const config = loadConfig(withSecrets(variables, deployment, folder));
    expect(config.role).toEqual([variablesOf(deployment).WAYPOST_ROLE as "api"]);
    expect(config.databaseUrl).toBe("postgres://ada@database/waypost");
    expect(listeningOf(config)).toEqual({
      hostname: "0.0.0.0",
      port: container.ports[0]?.containerPort ?? 0,
      isForLoopback: false,
    });
    expect(Object.keys(settingsOf("example"))).toContain("WAYPOST_MEDIA_S3_BUCKET");
  });

  test("writes to nothing but volumes, and is no root", () => {
    const writable = container.volumeMounts.filter(({ name }) => isWritable(deployment, name));
    expect(writable.map(({ mountPath }) => mountPath)).toEqual(["/var/lib/waypost", "/tmp"]);
    expect(variables.WAYPOST_HOME).toStartWith("/var/lib/waypost/");
    expect(pod.securityContext).toMatchObject({
      ...{ runAsNonRoot: true, runAsUser: 10_001, runAsGroup: 10_001 },
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ["ALL"] },
    });
  });

  test("is given the time that a stop takes", () => {
    const drain = Number(variables.WAYPOST_DRAIN_SECONDS);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(STOP_SECONDS + drain);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(drain).toBeGreaterThanOrEqual(periodSeconds * failureThreshold);
  });

  test("has half an hour to migrate the database", () => {
    const { periodSeconds, failureThreshold } = container.startupProbe;
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(30 * 60);
    expect(deployment.spec.progressDeadlineSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
  });

  test("runs this version, and so does the example", () => {
    expect(container.image).toBe(`waypost:${manifest.version}`);
    expect(kustomization("example").images).toMatchObject([{ name: "waypost", newTag: manifest.version }]);
  });

  test("is not given the variables of services, which are named like settings", () => {
    const injected = `${named("Service", "waypost").metadata.name.toUpperCase()}_PORT`;
    expect(SETTING_ROWS.map(({ variable }) => variable)).toContain(injected);
    expect(pod.enableServiceLinks).toBe(false);
  });
});

function variablesOf({ spec }: Deployment): Record<string, string> {
  return Object.fromEntries(spec.template.spec.containers[0].env.map(({ name, value }) => [name, value]));
}

function withoutRole(deployment: Deployment): unknown {
  const role = variablesOf(deployment).WAYPOST_ROLE ?? "";
  const text = JSON.stringify(deployment, (name, value) => (name === "resources" ? undefined : value));
  return JSON.parse(text.replaceAll(new RegExp(`(?<=["-])${role}(?=")`, "g"), "role"));
}

function isWritable({ spec }: Deployment, name: string): boolean {
  return spec.template.spec.volumes.find((volume) => volume.name === name)?.emptyDir !== undefined;
}

/** The variables with a folder of the test in place of /run/secrets, in which the mounted secrets are. */
function withSecrets(variables: Record<string, string>, { spec }: Deployment, folder: string) {
  const { containers, volumes } = spec.template.spec;
  for (const { name, mountPath } of containers[0].volumeMounts)
    for (const { path } of volumes.find((volume) => volume.name === name)?.secret?.items ?? []) {
      const file = join(folder, mountPath, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, path === "uri" ? "postgres://ada@database/waypost\n" : "");
    }
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace(/^\/run\/secrets/, `${folder}$&`)]),
  );
}
