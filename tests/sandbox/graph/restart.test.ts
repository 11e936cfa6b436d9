import { afterEach, expect, test } from "bun:test";
import { createMemory, type Memory } from "../../../daemon/sandbox/memory/keep.ts";
import { codeOf, openSandbox, PHONE, type TestSandbox } from "./support.ts";

const template = { name: "gift", language: "en_US", category: "MARKETING" };
const components = [{ type: "BODY", text: "A gift waits for you." }];
let sandbox: TestSandbox;

afterEach(() => sandbox.close());

async function restart(memory: Memory, options: object = {}): Promise<void> {
  await sandbox.close();
  sandbox = await openSandbox({ memory, ...options });
}

test("a review that a restart interrupted starts again, and its decision is reported", async () => {
  const memory = createMemory();
  sandbox = await openSandbox({ memory, reviewMs: 3_600_000 });
  const path = `${PHONE.wabaId}/message_templates`;
  const { body } = await sandbox.graph("POST", path, { ...template, components });
  await sandbox.graph("POST", path, { ...template, name: "on_hold", components });
  await restart(memory, { reviewMs: 1 });
  await sandbox.receiver.until(() => sandbox.receiver.webhooks.length === 1);
  expect(sandbox.receiver.values()).toMatchObject([{ event: "APPROVED", message_template_name: "gift" }]);
  // the decision outlasts the next restart too
  await restart(memory, { reviewMs: 3_600_000 });
  expect((await sandbox.graph("GET", String(body.id))).body.status).toBe("APPROVED");
  expect((await sandbox.graph("GET", `${path}?name=on_hold`)).body.data).toMatchObject([
    { status: "PENDING" },
  ]);
});

test("an account without subscription and a deregistered number stay so", async () => {
  const memory = createMemory();
  sandbox = await openSandbox({ memory });
  await sandbox.graph("DELETE", `${PHONE.wabaId}/subscribed_apps`);
  await sandbox.graph("POST", `${PHONE.id}/deregister`);
  await restart(memory);
  expect((await sandbox.graph("GET", `${PHONE.wabaId}/subscribed_apps`)).body.data).toEqual([]);
  expect(codeOf(await sandbox.send({ type: "text", text: { body: "Hello" } }))).toBe(133010);
});

test("a reset is remembered as well", async () => {
  const memory = createMemory();
  sandbox = await openSandbox({ memory });
  await sandbox.control("POST", "templates", { ...template, components });
  await sandbox.control("POST", "reset", {});
  await restart(memory);
  const { body } = await sandbox.graph("GET", `${PHONE.wabaId}/message_templates?name=gift`);
  expect(body.data).toEqual([]);
});
