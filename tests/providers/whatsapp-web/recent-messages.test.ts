import { afterAll, expect, spyOn, test } from "bun:test";
import * as library from "baileys";
import { rememberNoMessages } from "../../../daemon/providers/whatsapp-web/library/inside/recent-messages.ts";

const timers = spyOn(globalThis, "setTimeout");
afterAll(() => timers.mockRestore());

const silent = () => {};
const log = { level: "silent", trace: silent, debug: silent, info: silent, warn: silent, error: silent };

test("messages that were sent leave no timers behind, which would hold on to the keys they were sent with", () => {
  const messageRetryManager = new library.MessageRetryManager({ ...log, child: () => log as never }, 5);
  rememberNoMessages({ messageRetryManager });
  for (const id of ["A1", "A2", "A3"])
    messageRetryManager.addRecentMessage("15550001", id, { conversation: id });
  expect(timers).not.toHaveBeenCalled();
  expect(messageRetryManager.getRecentMessage("15550001", "A1")).toBeUndefined();
});
