/** The patched library's memory for retries: its lists are made when something is put into them. */
import { expect, test } from "bun:test";
import { MessageRetryManager } from "baileys/lib/Utils/message-retry-manager.js";
import { createLog } from "../../../daemon/lib/log.ts";

const open = () => new MessageRetryManager(createLog("silent"), 5);

test("a sent message is found, until 512 others were used since", () => {
  const retries = open();
  expect(retries.getRecentMessage("ada", "0")).toBeUndefined();
  for (let nth = 0; nth < 512; nth++) retries.addRecentMessage("ada", `${nth}`, { conversation: `${nth}` });
  expect(retries.getRecentMessage("ada", "0")?.message).toEqual({ conversation: "0" });
  retries.addRecentMessage("ada", "512", { conversation: "512" });
  expect(retries.getRecentMessage("ada", "1")).toBeUndefined();
  retries.clear();
  expect(retries.getRecentMessage("ada", "512")).toBeUndefined();
});

test("a base key is known until it is deleted", () => {
  const retries = open();
  const key = Uint8Array.of(1, 2, 3);
  expect(retries.hasSameBaseKey("ada", "1", key)).toBe(false);
  retries.saveBaseKey("ada", "1", key);
  expect(retries.hasSameBaseKey("ada", "1", Uint8Array.of(1, 2, 3))).toBe(true);
  retries.deleteBaseKey("ada", "1");
  expect(retries.hasSameBaseKey("ada", "1", key)).toBe(false);
  retries.saveBaseKey("ada", "1", key);
  retries.clear();
  expect(retries.hasSameBaseKey("ada", "1", key)).toBe(false);
});
