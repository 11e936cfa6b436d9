/** Answers with a file of each kind, and with one that is too large. */
import { expect } from "bun:test";
import { inboundFile } from "../../../daemon/sandbox/graph/control/inbound-files.ts";
import { box, button, open, row, thread } from "./hands.ts";
import type { Way } from "./ways.ts";

/** Half a second of it in MPEG 1 layer III, of frames without any sound. */
const SILENCE = {
  mimeType: "audio/mpeg",
  bytes: Buffer.concat(
    Array.from({ length: 20 }, () => Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(413)])),
  ),
};
const KINDS = ["image", "video", "audio", "document", "sticker"] as const;

export const ANSWERED_WITH_FILES: readonly Way[] = [
  ...KINDS.map(
    (kind): Way => ({
      what: `with a file: ${kind}`,
      leaves: [kind],
      async answer(talk) {
        const { page } = talk.person;
        await open(talk);
        const { bytes, mimeType } = kind === "audio" ? SILENCE : inboundFile(kind, {});
        const chooser = page.waitForEvent("filechooser");
        await button(talk, "Attach files").click();
        await (await chooser).setFiles({ name: `own-${kind}`, mimeType, buffer: Buffer.from(bytes) });
        const attached = page.getByRole("list", { name: "Attached files" });
        await attached.getByText(`own-${kind}`, { exact: true }).waitFor();
        await box(talk).press("Enter");
        await attached.waitFor({ state: "detached" });
        await thread(talk).getByRole("img", { name: "read" }).waitFor();
      },
    }),
  ),
  {
    what: "with a file that is too large",
    leaves: [],
    waits: true,
    async answer(talk) {
      await open(talk);
      const dataTransfer = await talk.person.page.evaluateHandle(`(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(${101 * 1024 ** 2})], "all.pdf", { type: "application/pdf" }));
        return transfer;
      })()`);
      await row(talk, "Hello from").dispatchEvent("drop", { dataTransfer });
      await talk.person.page.getByRole("alert").getByText("100 MiB").waitFor();
      await box(talk).press("Enter");
      await button(talk, "Take all.pdf out").click();
      expect(await thread(talk).getByRole("img", { name: "read" }).count()).toBe(0);
    },
  },
];
