/** A wait for a connection's next try, however long it is. */

import { expect, test } from "bun:test";
import { sleep } from "../../daemon/lib/sleep.ts";

test("a wait of years is not over at once, and ends when it is cancelled", async () => {
  const over = new AbortController();
  let woken = false;
  const asleep = sleep(2 ** 40, over.signal).then(() => {
    woken = true;
  });
  await Bun.sleep(20);
  expect(woken).toBeFalse();
  over.abort();
  await asleep;
  expect(woken).toBeTrue();
});
