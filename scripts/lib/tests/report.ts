/** What `bun test` says in its JUnit report. */
import { existsSync, readFileSync } from "node:fs";

export type TestResult = { file: string; name: string; outcome: "passed" | "failed" | "skipped" };

/** The results in the report at `path`, in their order; without a report, nothing ran. */
export function readTestReport(path: string): TestResult[] {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return [...text.matchAll(CASE)].map(([, attributes = "", content = ""]) => ({
    file: attribute(attributes, "file"),
    name: [attribute(attributes, "classname"), attribute(attributes, "name")].filter(Boolean).join(" > "),
    outcome: outcomeOf(content),
  }));
}

const CASE = /<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs;

function outcomeOf(content: string): TestResult["outcome"] {
  if (content.includes("<failure") || content.includes("<error")) return "failed";
  return content.includes("<skipped") ? "skipped" : "passed";
}

function attribute(attributes: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  return value.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, point: string | undefined, name: string) =>
    point === undefined ? (ENTITIES[name] ?? entity) : String.fromCodePoint(Number(point)),
  );
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
