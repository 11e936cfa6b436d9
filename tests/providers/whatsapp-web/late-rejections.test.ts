/** A process that uses Baileys survives what the library lets fall, and nothing else. */
import { expect, test } from "bun:test";

/** Runs a program of its own and returns how it ended. */
async function run(source: string): Promise<{ code: number; output: string }> {
  const path = `${import.meta.dir}/../../../daemon/providers/whatsapp-web/library/inside/late-rejections.ts`;
  const program = `import { ConnectionOverError, ignoreLateRejections } from ${JSON.stringify(path)};\n${source}`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe", stderr: "ignore" });
  return { code: await child.exited, output: (await child.stdout.text()).trim() };
}

const CONTINUES = `ignoreLateRejections(); setTimeout(() => console.log("continued"), 50);`;

test("an error of a closed connection that nobody handles does not end it", async () => {
  const boom = `Promise.reject(Object.assign(new Error("Connection Closed"), { isBoom: true }));`;
  expect(await run(`${CONTINUES}${boom}`)).toEqual({ code: 0, output: "continued" });
  const over = `Promise.reject(new ConnectionOverError("over"));`;
  expect(await run(`${CONTINUES}${over}`)).toEqual({ code: 0, output: "continued" });
});

test("any other error still does", async () => {
  const { code, output } = await run(`${CONTINUES}Promise.reject(new Error("a mistake of ours"));`);
  expect([code === 0, output]).toEqual([false, ""]);
});
