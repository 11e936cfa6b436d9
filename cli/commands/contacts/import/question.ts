import type { ImportPreview } from "../../../lib/api/types/imports.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { canPick, pickOf } from "../../../ui/pick.ts";

const NONE = "(none)";

/** Whether the file has columns, and none was taken for phone numbers. */
export function lacksNumbers({ columns, found_by }: ImportPreview): boolean {
  return columns.length > 0 && !found_by.includes("phone_number");
}

/** The heading of the column that has the phone numbers, as somebody at the terminal says; undefined: none has. */
export async function askForNumbers(cli: Cli, preview: ImportPreview): Promise<string | undefined> {
  if (!canPick(cli)) return undefined;
  const likely = likelyColumn(preview);
  const named = preview.columns.filter(({ header }) => header !== "");
  const sorted = [...named].sort((one, other) => Number(other === likely) - Number(one === likely));
  const choices = sorted.map(({ header, examples }) => ({
    id: header,
    label: examples.slice(0, 3).join(", "),
  }));
  const question = "No column was taken for phone numbers. Which has them?";
  const picked = await pickOf(cli, question, [...choices, { id: NONE, label: "no column has them" }]);
  return picked === NONE ? undefined : picked;
}

/** Throws a failure, with what to do, when no column identifies the contact. */
export function requireIdentity(preview: ImportPreview): void {
  const { columns, found_by } = preview;
  if (columns.length === 0 || found_by.length > 0) return;
  const headers = columns.map(({ header }) => `'${header}'`);
  const likely = likelyColumn(preview)?.header ?? columns[0]?.header;
  throw new Failure(
    ExitCode.refused,
    `no column was taken for a phone number, an email address, an external id or a user id; the file has: ${headers.join(", ")}`,
    { code: "invalid_file", hint: `Say which it is: --column '${likely}=phone_number'` },
  );
}

type PreviewColumn = ImportPreview["columns"][number];

/** The column most of whose cells look like phone numbers. */
function likelyColumn({ columns }: ImportPreview): PreviewColumn | undefined {
  const shares = columns.map(({ examples }) =>
    examples.length === 0 ? 0 : examples.filter(looksLikeNumber).length / examples.length,
  );
  const best = Math.max(0, ...shares);
  return best > 0 ? columns[shares.indexOf(best)] : undefined;
}

function looksLikeNumber(text: string): boolean {
  return /^'?\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, "").length >= 7;
}
