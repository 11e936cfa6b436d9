/** The documentation names only endpoints, settings and events that there are. */
import { beforeAll, expect, test } from "bun:test";
import { EVENT_TYPES } from "../../daemon/events/catalogue.ts";
import { PASSING_TYPES } from "../../daemon/events/passing.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { codeSpans, DOCUMENTS, ROOT, readDocument } from "./documents.ts";
import { deployments } from "./kubernetes/manifests.ts";

const daemon = sharedDaemon();
let operations: Set<string>;
beforeAll(async () => {
  const { body } = await daemon.call("GET", "/openapi.json");
  const paths: [string, object][] = Object.entries(body.paths);
  operations = new Set(
    paths.flatMap(([path, methods]) => Object.keys(methods).map((one) => named(one, path))),
  );
});

test.each(DOCUMENTS)("%s: every request that is named can be made", async (path) => {
  const spans = codeSpans(await readDocument(path));
  const requests = spans.flatMap((code) => {
    const [, method, route] = /^(GET|POST|PATCH|PUT|DELETE) (\/v1\/[^\s?]*)/.exec(code) ?? [];
    return method === undefined || route === undefined || route.includes("…") ? [] : [named(method, route)];
  });
  expect(requests.filter((one) => !operations.has(one))).toEqual([]);
});

test("every path that Kubernetes probes can be requested", () => {
  const paths = deployments().flatMap(({ spec }) => {
    const [{ startupProbe, readinessProbe, livenessProbe }] = spec.template.spec.containers;
    return [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => named("GET", httpGet.path));
  });
  expect(paths.length).toBe(9);
  expect(paths.filter((path) => !operations.has(path))).toEqual([]);
});

test("every setting that is named is read somewhere", async () => {
  const sources = await Promise.all(
    [...new Bun.Glob("{cli,daemon}/**/*.{ts,tsx}").scanSync({ cwd: ROOT })].map(readDocument),
  );
  const known = new Set(sources.flatMap((text) => text.match(/\bWAYPOST_[A-Z0-9_]+/g) ?? []));
  // the changelog also names settings that are gone
  const texts = await Promise.all(DOCUMENTS.filter((path) => path !== "CHANGELOG.md").map(readDocument));
  const wanted = texts.flatMap((text) => text.match(/\bWAYPOST_[A-Z0-9]+(_[A-Z0-9]+)*(?![\w*])/g) ?? []);
  expect(wanted.filter((name) => !known.has(name))).toEqual([]);
});

/** Actions of the audit log that are named like events. */
const AUDITED = ["channel.proven", "channel.displaced"];
const NAMED: readonly string[] = [...EVENT_TYPES, ...PASSING_TYPES, ...AUDITED];

test("every event that is named exists", async () => {
  const families = new Set(EVENT_TYPES.map((type) => type.split(".")[0]));
  // the guides for those who come from other products name the events of these
  const ours = DOCUMENTS.filter((path) => !path.startsWith("docs/from-"));
  const texts = await Promise.all(ours.map(readDocument));
  const types = texts
    .flatMap(codeSpans)
    .filter((code) => /^[a-z]+(\.[a-z_]+)+$/.test(code) && families.has(code.split(".")[0]));
  expect(types.length).toBeGreaterThan(10);
  expect(types.filter((type) => !NAMED.includes(type))).toEqual([]);
});

/** Parameters stand for any value: `{id}` and `{channel_id}` are the same. */
function named(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, "{}").replace(/\/$/, "")}`;
}
