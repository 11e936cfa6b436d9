/** Errors as the log has them. */
import { expect, test } from "bun:test";
import { errorInLog } from "../../daemon/lib/log.ts";

test("an error that holds a whole world is written by its words", () => {
  const world: Record<string, unknown> = { secret: "what people wrote" };
  world.itself = world;
  const error = Object.assign(new Error("no file", { cause: new Error("no disk") }), {
    code: "ENOENT",
    world,
  });
  const written = JSON.parse(JSON.stringify(errorInLog(error)));
  expect(written).toMatchObject({
    type: "Error",
    message: "no file",
    code: "ENOENT",
    cause: { message: "no disk" },
  });
  expect(JSON.stringify(written)).not.toContain("what people wrote");
});

test("an error that gathers others is written with their words", () => {
  const error = new AggregateError([new Error("one"), new Error("two")], "both failed");
  expect(errorInLog(error)).toMatchObject({
    message: "both failed",
    errors: [{ message: "one" }, { message: "two" }],
  });
});

test("an error that is its own cause ends", () => {
  const error = new Error("round");
  error.cause = error;
  expect(JSON.stringify(errorInLog(error))).toContain("round");
});
