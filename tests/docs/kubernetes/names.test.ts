/** References between the manifests: names, labels, ports, files. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DEPLOY } from "../deploy-files.ts";
import {
  deployments,
  FILES,
  FOLDERS,
  kustomization,
  type Labels,
  type Manifest,
  manifests,
  named,
  settingsOf,
} from "./manifests.ts";

/** A daemon opens at most so many connections: docs/production.md. */
const CONNECTIONS = 23;

test.each(FOLDERS)(
  "what the kustomization of %s names is there, and it names every file beside it",
  (folder) => {
    const { resources = [], components = [] } = kustomization(folder);
    for (const name of [...resources, ...components])
      expect(existsSync(join(DEPLOY, "kubernetes", folder, name))).toBe(true);
    const beside = FILES.filter((file) => file.startsWith(`${folder}/`)).map((file) =>
      file.replace(`${folder}/`, ""),
    );
    expect(resources.filter((name) => !name.startsWith("."))).toEqual(
      expect.arrayContaining(beside.filter((name) => name !== "kustomization.yaml")),
    );
  },
);

test("the example names every option but those of the database, and the others in a comment", async () => {
  const text = await Bun.file(join(DEPLOY, "kubernetes/example/kustomization.yaml")).text();
  const options = FOLDERS.filter((folder) => folder.startsWith("options/") && folder !== "options/backup");
  for (const option of options) expect(text).toContain(`../${option}`);
});

test("selectors select the daemons that they mean", () => {
  for (const { metadata, spec } of deployments()) {
    const { labels } = spec.template.metadata;
    expect(labels).toEqual(spec.selector.matchLabels);
    expect(metadata.labels).toEqual(labels);
    expect(selected(named("PodDisruptionBudget", metadata.name))).toEqual([metadata.name]);
  }
  expect(selected(named("Service", "waypost"))).toEqual(["waypost-api"]);
  for (const all of [named("PodMonitor", "waypost"), named("NetworkPolicy", "waypost")])
    expect(selected(all)).toHaveLength(deployments().length);
});

test("ports are the ones that the daemons listen on", () => {
  for (const { spec } of deployments())
    expect(spec.template.spec.containers[0].ports).toEqual([{ name: "http", containerPort: 8484 }]);
  expect(settingsOf("base").WAYPOST_PORT).toBe("8484");
  expect(named("Service", "waypost").spec.ports).toMatchObject([
    { name: "http", port: 80, targetPort: "http" },
  ]);
  const scraped = Number(settingsOf("options/monitoring").WAYPOST_METRICS_PORT);
  expect(named("PodMonitor", "waypost").spec).toMatchObject({
    podMetricsEndpoints: [{ portNumber: scraped }],
  });
  const ports = JSON.stringify(named("NetworkPolicy", "waypost").spec.ingress).match(/"port":\d+/g);
  expect(ports).toEqual(['"port":8484', `"port":${scraped}`]);
});

test("the database is the one that is named everywhere else", () => {
  const { metadata, spec } = named("Cluster", "waypost-database");
  for (const { spec: own } of deployments())
    expect(JSON.stringify(own)).toContain(`"secretName":"${metadata.name}-app"`);
  for (const other of [named("Pooler", "waypost-pooler"), named("ScheduledBackup", metadata.name)])
    expect(other.spec.cluster).toEqual({ name: metadata.name });
  for (const policy of ["waypost", metadata.name])
    expect(JSON.stringify(named("NetworkPolicy", policy))).toContain(metadata.name);
  const { parameters } = spec.postgresql as { parameters: { max_connections: string } };
  const most = deployments().reduce((sum, { spec: own }) => sum + own.replicas + 1, 0) * CONNECTIONS;
  expect(Number(parameters.max_connections)).toBeGreaterThan(most);
});

test("the database loses nothing that was committed: one standby has it, and only such a one is promoted", () => {
  expect(named("Cluster", "waypost-database").spec).toMatchObject({
    instances: 3,
    postgresql: {
      synchronous: { method: "any", number: 1, dataDurability: "required", failoverQuorum: true },
    },
  });
});

test("behind PgBouncer, no two versions run side by side", () => {
  const [{ patch } = { patch: "" }] = kustomization("options/pgbouncer").patches ?? [];
  expect(patch).toContain("type: Recreate");
  expect(named("Pooler", "waypost-pooler").spec).toMatchObject({ pgbouncer: { poolMode: "transaction" } });
});

test("no namespace, registry or secret is in them", () => {
  for (const { kind, metadata } of manifests()) {
    expect(metadata).not.toHaveProperty("namespace");
    expect(kind).not.toBe("Secret");
  }
});

/** The daemons that the selector of a manifest finds. */
function selected({ spec }: Manifest): string[] {
  const { podSelector, selector = podSelector } = spec as { podSelector?: object; selector?: object };
  const labels = ((selector as { matchLabels?: Labels }).matchLabels ?? selector) as Labels;
  return deployments()
    .filter(({ spec: own }) =>
      Object.entries(labels).every(([name, value]) => own.template.metadata.labels[name] === value),
    )
    .map(({ metadata }) => metadata.name);
}
