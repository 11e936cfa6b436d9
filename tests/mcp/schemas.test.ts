/** What the tools are to an agent before it calls any: they stand in its context all the time. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { newClient } from "./support.ts";

const waypost = sharedDaemon();
const MOST_BYTES = 6 * 1024;

test("nine tools, whose schemas take 6 KB together", async () => {
  const client = await newClient([waypost.url], waypost.key);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...["find", "read", "send", "draft_broadcast", "control_broadcast"],
    ...["label", "deliveries", "doctor", "docs"],
  ]);
  // with names, descriptions and hints
  expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(MOST_BYTES);
  for (const { name, outputSchema, annotations } of tools) {
    expect([name, outputSchema?.type, typeof annotations]).toEqual([name, "object", "object"]);
  }
  const changing = tools
    .filter(({ annotations }) => annotations?.readOnlyHint !== true)
    .map(({ name }) => name);
  expect(changing).toEqual(["send", "draft_broadcast", "control_broadcast", "label", "deliveries"]);
  const harmful = tools
    .filter(({ annotations }) => annotations?.destructiveHint === true)
    .map(({ name }) => name);
  expect(harmful).toEqual(["send", "control_broadcast"]);
  await client.close();
});
