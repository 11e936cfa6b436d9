import { expect, test } from "bun:test";
import { runWaypostd } from "../secrets/waypostd.ts";

test("a mistyped command starts no daemon, and is named", async () => {
  const ended = await runWaypostd(["migrat"], {});
  expect(ended).toEqual({
    code: 1,
    stdout: "",
    stderr: "error: unknown command 'migrat'; see waypostd --help\n",
  });
});
