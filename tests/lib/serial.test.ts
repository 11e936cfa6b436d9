import { expect, test } from "bun:test";
import { createUnlessBusy } from "../../daemon/lib/serial.ts";

const unexpected = (cause: unknown) => {
  throw cause;
};

test("work is begun again once it is done, and not before", async () => {
  let gate = Promise.withResolvers<void>();
  let begun = 0;
  const work = createUnlessBusy(async () => {
    begun += 1;
    await gate.promise;
  }, unexpected);
  work.begin();
  work.begin();
  expect(begun).toBe(1);
  gate.resolve();
  await work.done();
  gate = Promise.withResolvers();
  work.begin();
  expect(begun).toBe(2);
  gate.resolve();
  await work.done();
});

test("work that fails is reported, and begun again", async () => {
  const failures: unknown[] = [];
  const work = createUnlessBusy(
    () => Promise.reject(new Error("away")),
    (cause) => failures.push(cause),
  );
  for (let nth = 0; nth < 2; nth++) {
    work.begin();
    await work.done();
  }
  expect(failures).toHaveLength(2);
});
