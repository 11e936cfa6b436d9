/** How the patched library waits for something that has a limit, which each frame that it sends goes through. */
import { expect, test } from "bun:test";
import { promiseTimeout } from "baileys/lib/Utils/generics.js";

test("what comes in time is returned", async () => {
  expect(await promiseTimeout<string>(60_000, (resolve) => resolve("here"))).toBe("here");
});

test("what fails in time fails as it did", async () => {
  const waiting = promiseTimeout(60_000, (_, reject) => reject(new Error("closed")));
  await expect(waiting).rejects.toThrow("closed");
});

test("what does not come is timed out, and says who waited", async () => {
  async function whoWaits() {
    await promiseTimeout(1, () => {});
  }
  const cause = await whoWaits().catch((cause: unknown) => cause);
  expect(cause).toMatchObject({ message: "Timed Out", output: { statusCode: 408 } });
  expect(cause).toMatchObject({ data: { stack: expect.stringContaining("whoWaits") } });
});

test("what came in time leaves no timer: a program that waited for it ends", async () => {
  const program = `
    import { promiseTimeout } from "baileys/lib/Utils/generics.js";
    await promiseTimeout(2 ** 31 - 1, (resolve) => resolve());`;
  const child = Bun.spawn([process.execPath, "--no-env-file", "-e", program], { cwd: import.meta.dir });
  expect(await child.exited).toBe(0);
});
