/** Names in place of ids, also of what is far down in its list. */
import { expect, test } from "bun:test";
import { NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

test.skipIf(NO_CHROMIUM)("a key is named where a hundred others were made after it", async () => {
  const create = async (name: string) =>
    (await stage.daemon.call("POST", "/v1/api-keys", { name, permissions: ["messages:send"] })).body.id;
  const first = await create("The very first");
  await Promise.all(Array.from({ length: 100 }, (_, at) => create(`Later ${at}`)));
  const page = await stage.open(`/settings/audit?target_id=${first}`);
  await page.getByText("The very first").first().waitFor();
  expect(await page.getByText(first).count()).toBe(0);
});
