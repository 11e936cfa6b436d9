import { open } from "node:fs/promises";
import { type CheckedExport, checkExport, ExportError } from "../../../daemon/audit-chain/check-export.ts";
import { readHead } from "../../../daemon/audit-chain/head.ts";
import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, failure, usageFailure } from "../../lib/failures/failure.ts";
import { readText } from "../../lib/input/read-file.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<CheckedExport>[] = [
  { title: "organization", value: (found) => found.organization_id },
  { title: "entries", value: (found) => found.entries },
  { title: "links", value: (found) => `${found.first} to ${found.last}` },
  { title: "signed", value: ({ head }) => head.signed_at, kind: "time" },
  { title: "public key", value: ({ head }) => head.public_key },
];

export const auditVerify = command({
  path: "audit verify",
  summary: "Verify an export of the audit log",
  description:
    "Verify an export of the audit log, without a daemon: that no entry was changed, removed, inserted or reordered. With a head that was noted before, also that the log goes on from there.",
  output:
    "How many entries and links are whole, and by which key they are signed. Fails with the first that is not.",
  arguments: { file: { description: "What waypost audit export wrote" } },
  options: {
    head: { value: "file", description: "A head that was noted before: waypost audit head --json" },
  },
  exitCodes: [ExitCode.failed],
  examples: [
    {
      description: "An export against a noted head",
      command: "waypost audit verify audit.ndjson --head head.json",
    },
  ],
  async run({ cli, arguments: { file }, options: { head } }) {
    const noted = head === undefined ? null : await readNoted(head);
    const found = await check(file, noted);
    if (found.wrong !== null) {
      const { position, problem } = found.wrong;
      throw new Failure(ExitCode.failed, `${file} is not whole at link ${position}: ${problem}`, {
        code: "not_whole",
      });
    }
    await cli.output.record(found, columns);
  },
});

async function readNoted(path: string) {
  const text = await readText(path, "head");
  try {
    const head = readHead(JSON.parse(text));
    if (head !== null) return head;
  } catch {}
  throw usageFailure(`${path} holds no head`, "Keep what waypost audit head --json prints, as it is.");
}

async function check(
  path: string,
  noted: Awaited<ReturnType<typeof readNoted>> | null,
): Promise<CheckedExport> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${path} can't be read (${error.code ?? error.message})`);
  });
  try {
    return await checkExport(file.readLines(), noted);
  } catch (cause) {
    if (!(cause instanceof ExportError)) throw cause;
    throw failure(`${path} can't be verified: ${cause.message}`, { code: "no_export", cause });
  } finally {
    await file.close();
  }
}
