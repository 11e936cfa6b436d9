/** Whether somebody answers, by what a browser hears. */
import { expect, test } from "bun:test";
import { createConnection } from "../../../daemon/page/client/api/connection.ts";

function connectionAt() {
  let time = 0;
  const at = (now: number) => {
    time = now;
  };
  return { ...createConnection(() => time), at };
}

test.each([
  ["an answer that was on its way when the network went", 500, true],
  ["a daemon on this machine, without a network", 5000, false],
])("%s, after %p ms: lost is %p", (_what, after, isLost) => {
  const { at, lose, hear, isLost: shown } = connectionAt();
  lose();
  at(after);
  hear();
  expect(shown()).toBe(isLost);
});

test("nobody who answers in time is lost, until somebody is heard", () => {
  const { at, hear, missSince, isLost } = connectionAt();
  const shown: boolean[] = [];
  at(1000);
  hear();
  missSince(500);
  shown.push(isLost());
  missSince(1500);
  shown.push(isLost());
  at(9000);
  hear();
  expect([...shown, isLost()]).toEqual([false, true, false]);
});

test("a network that is back is believed at once", () => {
  const { lose, find, isLost } = connectionAt();
  lose();
  find();
  expect(isLost()).toBeFalse();
});
