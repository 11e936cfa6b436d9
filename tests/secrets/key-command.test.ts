import { expect, test } from "bun:test";
import { outputOf } from "../../daemon/secrets/command-output.ts";

const bun = `${process.execPath} -e`;

test("what the command prints is the key; what it complains about is not", async () => {
  expect(await outputOf(`${bun} console.log("key");console.error("secret")`)).toBe("key\n");
});

test("no shell reads the command", async () => {
  expect(await outputOf("echo $HOME;id `id` > x | y")).toBe("$HOME;id `id` > x | y\n");
});

test("a command that fails, is not there or prints without end is reported without its output", async () => {
  await expect(outputOf(`${bun} console.log("secret");process.exit(3)`)).rejects.toThrow(
    "WAYPOST_MASTER_KEY_COMMAND ended with 3; run it by hand to see why: its output isn't logged",
  );
  await expect(outputOf("/nonexistent/secret-tool")).rejects.toThrow("cannot be run (ENOENT)");
  await expect(outputOf("cat /dev/zero")).rejects.toThrow("printed far more than a key");
});

test("a command that takes too long is ended", async () => {
  await expect(outputOf("sleep 60", 100)).rejects.toThrow("took longer than 0.1 s");
});
