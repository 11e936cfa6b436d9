/** The manifests of docs/deploy/kubernetes, taken apart. */
import { dirname, join } from "node:path";
import { parseAllDocuments } from "yaml";
import { DEPLOY, textOf } from "../deploy-files.ts";

export type Labels = Record<string, string>;
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels };
  spec: Record<string, unknown>;
};
export type Patch = { target?: object; patch: string };
export type Kustomization = {
  kind: "Kustomization" | "Component";
  resources?: string[];
  components?: string[];
  patches?: Patch[];
  images?: { name: string; newTag: string }[];
  configMapGenerator?: { name: string; behavior?: string; literals: string[] }[];
};
type Probe = { httpGet: { path: string; port: string }; periodSeconds: number; failureThreshold: number };
export type Container = {
  image: string;
  envFrom: { configMapRef: { name: string } }[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
};
export type Volume = {
  name: string;
  emptyDir?: object;
  secret?: { secretName: string; items: { key: string; path: string }[] };
};
export type Deployment = Manifest & {
  spec: {
    replicas: number;
    progressDeadlineSeconds: number;
    selector: { matchLabels: Labels };
    template: {
      metadata: { labels: Labels };
      spec: {
        enableServiceLinks: boolean;
        terminationGracePeriodSeconds: number;
        securityContext: object;
        containers: [Container];
        volumes: Volume[];
      };
    };
  };
};

const FOLDER = join(DEPLOY, "kubernetes");

/** By their path below the folder. */
export const FILES = [...new Bun.Glob("**/*.yaml").scanSync(FOLDER)].sort();

/** Kubernetes reads YAML 1.1, in which 0440 is octal. */
export function documentsOf(text: string): unknown[] {
  return parseAllDocuments(text, { version: "1.1" }).map((document) => document.toJS());
}

export function manifestsIn(file: string): Manifest[] {
  const found = parsed.get(file) ?? (documentsOf(textOf(join("kubernetes", file))) as Manifest[]);
  parsed.set(file, found);
  return found;
}

const parsed = new Map<string, Manifest[]>();

/** Every manifest that is whole, of all files or of one folder. */
export function manifests(folder = ""): Manifest[] {
  return FILES.filter((file) => file.startsWith(folder) && !file.endsWith("kustomization.yaml")).flatMap(
    manifestsIn,
  );
}

export function named<Kind extends Manifest = Manifest>(kind: string, name: string): Kind {
  const found = manifests().find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return found as Kind;
}

export function deployments(): Deployment[] {
  return manifests().filter(({ kind }) => kind === "Deployment") as Deployment[];
}

export function kustomization(folder: string): Kustomization {
  const [only] = documentsOf(textOf(join("kubernetes", folder, "kustomization.yaml")));
  return only as Kustomization;
}

/** Every folder that has one. */
export const FOLDERS = FILES.filter((file) => file.endsWith("/kustomization.yaml")).map((file) =>
  dirname(file),
);

/** The settings that a folder gives the daemons. */
export function settingsOf(folder: string): Record<string, string> {
  const literals = kustomization(folder).configMapGenerator?.flatMap((one) => one.literals) ?? [];
  return Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/).slice(0, 2)));
}
