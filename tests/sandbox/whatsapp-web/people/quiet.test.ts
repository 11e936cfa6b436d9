import { expect, test } from "bun:test";

test("output of libsignal while a person works is dropped; output of others at that time is not", async () => {
  const script = new URL("print-sessions.ts", import.meta.url).pathname;
  const { stdout, stderr } = Bun.spawn([process.execPath, "run", script], { stdout: "pipe", stderr: "pipe" });
  const [output, errors] = await Promise.all([new Response(stdout).text(), new Response(stderr).text()]);
  expect(output).toBe("before\nmeanwhile\nafter\n");
  expect(errors).toBe("");
});
