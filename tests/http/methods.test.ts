import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import type { ApiDocument } from "./openapi-document.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const waypost = sharedDaemon();

test("a path takes the methods that Allow lists, and refuses every other with that list", async () => {
  const { paths } = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  const wrong: string[] = [];
  for (const template of Object.keys(paths)) {
    const path = template.replace(/\{\w+\}/g, "x");
    const answers = await Promise.all(METHODS.map((method) => allowOf(path, method)));
    const taken = METHODS.filter((_, index) => answers[index] === null).sort();
    const lists = new Set(answers.filter((allow) => allow !== null));
    if (lists.size !== 1 || !lists.has(taken.join(", ")))
      wrong.push(`${path} takes ${taken.join(", ")}; Allow: ${[...lists].join(" | ")}`);
  }
  expect(wrong).toEqual([]);
});

/** The `Allow` of a 405; null when the method is taken. */
async function allowOf(path: string, method: string): Promise<string | null> {
  const answer = await fetch(waypost.url + path, { method, headers: { "x-api-key": "wp_nobody" } });
  await answer.body?.cancel();
  return answer.status === 405 ? (answer.headers.get("allow") ?? "") : null;
}
