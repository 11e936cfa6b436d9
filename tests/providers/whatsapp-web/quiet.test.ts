/** libsignal prints sessions with their private keys; none of it comes through, and everything else does. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  LIBSIGNAL_REMARKS,
  silenceLibsignal,
} from "../../../daemon/providers/whatsapp-web/library/inside/silence-libsignal.ts";

type Printed = unknown[][];

function quietConsole(): { target: Parameters<typeof silenceLibsignal>[0] & object; printed: Printed } {
  const printed: Printed = [];
  const print = (...values: unknown[]) => void printed.push(values);
  const target = { log: print, info: print, warn: print, error: print, debug: print };
  silenceLibsignal(target);
  return { target, printed };
}

test("every remark in the library's source is known", () => {
  const folder = join(import.meta.dir, "../../../node_modules/libsignal/src");
  const remarks = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => !line.trimStart().startsWith("//"))
    .flatMap((line) => [...line.matchAll(/console\.\w+\((["'])(.*?)\1/g)].map((found) => found[2] ?? ""));
  expect(remarks.length).toBeGreaterThan(10);
  expect(remarks.filter((one) => !LIBSIGNAL_REMARKS.some((known) => one.startsWith(known)))).toEqual([]);
});

test("remarks and sessions are dropped, by whichever method they are printed", () => {
  const { target, printed } = quietConsole();
  target.info("Closing session:", { currentRatchet: { rootKey: "secret" } });
  target.warn("Session already closed", {});
  target.log("something new", { _chains: {} });
  target.error("Session error:Error: Bad MAC", "stack");
  expect(printed).toEqual([]);
});

test("everything else is printed as it was", () => {
  const { target, printed } = quietConsole();
  target.log("hello", { session: 1 });
  target.error(new Error("ours"));
  expect(printed).toEqual([["hello", { session: 1 }], [new Error("ours")]]);
});

test("it can be undone", () => {
  const printed: Printed = [];
  const print = (...values: unknown[]) => void printed.push(values);
  const target = { log: print, info: print, warn: print, error: print, debug: print };
  silenceLibsignal(target)();
  target.info("Closing session:");
  expect(printed).toEqual([["Closing session:"]]);
});
