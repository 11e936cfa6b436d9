import { expect, test } from "bun:test";
import { createEndings } from "../../../scripts/lab/stage/endings.ts";

function recorded() {
  const ended: string[] = [];
  const endings = createEndings(() => ended.push("all"));
  const keep = (name: string, starting: Promise<unknown> = Promise.resolve()) =>
    endings.kept(
      () => starting,
      async () => {
        ended.push(name);
      },
    );
  return { ended, endings, keep };
}

test("parts end once, in the reverse order of their start, however often the end is requested", async () => {
  const { ended, endings, keep } = recorded();
  await keep("first");
  await keep("second");
  await Promise.all([endings.end(), endings.end()]);
  await endings.end();
  expect(ended).toEqual(["second", "first", "all"]);
});

test("a part that is starting is ended as soon as it has started, and nothing starts any more", async () => {
  const { ended, endings, keep } = recorded();
  await keep("first");
  const started = Promise.withResolvers<void>();
  const starting = keep("late", started.promise);
  const end = endings.end();
  await expect(keep("never")).rejects.toThrow("it was ended while it was being started");
  expect(ended).toEqual([]);
  started.resolve();
  await Promise.all([starting, end]);
  expect(ended).toEqual(["late", "first", "all"]);
});

test("neither what did not start nor what can't be ended keeps the rest from its end", async () => {
  const { ended, endings, keep } = recorded();
  await keep("first");
  await expect(keep("broken", Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  await endings.kept(
    async () => {},
    () => Promise.reject(new Error("it hangs")),
  );
  await expect(endings.end()).rejects.toThrow("not everything could be ended");
  expect(ended).toEqual(["first", "all"]);
});
