import { type Checked, createCheck } from "./check.ts";
import { type AuditHead, isSigned, readHead } from "./head.ts";
import type { AuditLink, LinkedEntry } from "./link.ts";

/** The first line of an export: whose it is, the link before it, and until when it has entries. */
export type ExportHead = {
  type: "export";
  organization_id: string;
  follows: { position: number; hash: string } | null;
  until: string | null;
};

/** What an export is found to be, with the head that it was signed with. */
export type CheckedExport = Checked & { organization_id: string; head: AuditHead };

/** Why a file can't be verified at all: it is no whole export, or its head is forged. */
export class ExportError extends Error {}

/**
 * Checks an export, line by line as it was written, by itself: whether its entries are what was linked, whether the
 * installation whose key it names signed it, and whether it goes on from a head that was noted. Throws `ExportError`.
 */
export async function checkExport(
  lines: AsyncIterable<string>,
  noted: AuditHead | null,
): Promise<CheckedExport> {
  let heading: ExportHead | undefined;
  let check: ReturnType<typeof createCheck> | undefined;
  let head: AuditHead | null = null;
  for await (const line of lines) {
    if (head !== null) throw new ExportError("something stands behind the head");
    const value = parsed(line);
    if (check === undefined) {
      heading = value as ExportHead;
      check = begin(heading, noted);
    } else if (value.type === "link") {
      const { entry, type: _, ...link } = value as AuditLink & { entry: LinkedEntry | null; type: string };
      check.take(link, entry);
    } else head = readHead(value);
  }
  if (heading === undefined || check === undefined || head === null)
    throw new ExportError("it has no head at its end: it was cut short, or is no export of the audit log");
  refuseForged(head, heading, noted);
  check.against(head);
  return { ...check.end(), organization_id: heading.organization_id, head };
}

function begin(heading: ExportHead, noted: AuditHead | null) {
  const { type, organization_id: organizationId, follows, until } = heading;
  if (type !== "export" || typeof organizationId !== "string")
    throw new ExportError("it is no export of the audit log");
  const hasEntry = ({ created_at }: AuditLink) =>
    until === null || Date.parse(created_at) < Date.parse(until);
  return createCheck({ organizationId, follows, hasEntry, heads: noted === null ? [] : [noted] });
}

function refuseForged(head: AuditHead, { organization_id }: ExportHead, noted: AuditHead | null): void {
  if (!isSigned(head) || head.organization_id !== organization_id)
    throw new ExportError("its head is forged: the signature is wrong");
  if (noted === null) return;
  if (!isSigned(noted)) throw new ExportError("the noted head is forged: its signature is wrong");
  if (noted.organization_id !== organization_id)
    throw new ExportError("the noted head is of another organisation");
  if (noted.public_key !== head.public_key)
    throw new ExportError("the noted head was signed by another installation");
}

function parsed(line: string): { type?: unknown } {
  try {
    return Object(JSON.parse(line));
  } catch {
    throw new ExportError("it is no export of the audit log: a line of it is no JSON");
  }
}
