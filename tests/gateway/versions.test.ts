/** Which version of WhatsApp Web sessions log in with. */
import { expect, test } from "bun:test";
import { createVersions } from "../../daemon/gateway/versions.ts";

type Latest = Awaited<ReturnType<Parameters<typeof createVersions>[0]["fetchLatestWaWebVersion"]>>;

function library(...answers: Latest[]) {
  let calls = 0;
  const fetchLatestWaWebVersion = async () => {
    calls += 1;
    return answers.shift() ?? { version: [2, 3000, 1], isLatest: false };
  };
  return { calls: () => calls, fetchLatestWaWebVersion };
}

test("it is the library's own until WhatsApp names another", async () => {
  const versions = createVersions(library({ version: [2, 3000, 9], isLatest: true }), false);
  expect(versions.current()).toBeNull();
  expect(await versions.refresh(null)).toBeTrue();
  expect(versions.current()).toEqual([2, 3000, 9]);
});

test("the same once more, or none, is nothing new", async () => {
  const same: Latest = { version: [2, 3000, 9], isLatest: true };
  const versions = createVersions(library(same, same), false);
  await versions.refresh(null);
  expect(await versions.refresh(null)).toBeFalse();
  expect(await versions.refresh(null)).toBeFalse();
});

test("a sandboxed process asks nobody", async () => {
  const { calls, ...sandboxed } = library({ version: [2, 3000, 9], isLatest: true });
  expect(await createVersions(sandboxed, true).refresh(null)).toBeFalse();
  expect(calls()).toBe(0);
});
