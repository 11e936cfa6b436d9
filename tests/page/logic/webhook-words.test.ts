import { expect, test } from "bun:test";
import { WEBHOOKS } from "../../../daemon/page/client/view-words.ts";
import { FILE_BYTES } from "../../../daemon/webhooks/forms/file-data.ts";

test("how many bytes of files an event carries where nobody says so", () => {
  expect(WEBHOOKS.fileBytesHint).toContain(`Empty for ${FILE_BYTES}.`);
});
