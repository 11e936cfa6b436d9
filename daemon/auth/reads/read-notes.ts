import type { Logger } from "pino";
import { type AuditRow, insertAudits } from "../../../db/auth/audit.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { Caller } from "../../http/caller.ts";
import type { RequestObserver } from "../../http/observer.ts";
import { setNewest } from "../../lib/bounded.ts";
import { newId } from "../../lib/ids.ts";
import { createSerial } from "../../lib/serial.ts";
import { type Read, readOf } from "./read-of.ts";

/** Reads wait for so long, so that many are written in one statement; an erasure waits for longer (db/erasing/steps.sql). */
const GATHERED_MS = 1000;
/** So long the same read by the same caller is one with its first. */
const FOLDED_MS = 3600_000;
const MOST_REMEMBERED = 50_000;

type Noted = { caller: Caller; read: Read; requests: number; rows: number | null };

export type ReadNotes = { observer: RequestObserver; stop(): Promise<void> };

/**
 * Writes into the audit log who read what of people, by what each route declares: after the answer, and several at a time. The
 * same that is read again within an hour is not written again; the further pages of a list are. What a crash loses was read
 * within a second before.
 */
export function createReadNotes(
  { sql, log }: { sql: Sql; log: Logger },
  reads: Readonly<Record<string, string>>,
): ReadNotes {
  const readAt = new Map<string, number>();
  let waiting = new Map<string, Noted>();
  let timer: NodeJS.Timeout | undefined;
  const writing = createSerial((cause) => log.error({ err: cause }, "who read what was not written"));

  function note(caller: Caller, read: Read): void {
    const { organizationId, actor, address } = caller;
    const key = JSON.stringify([
      organizationId,
      actor,
      address,
      caller.tool,
      read.action,
      read.target,
      read.filters,
    ]);
    const before = waiting.get(key);
    const isFolded = Date.now() - (readAt.get(key) ?? 0) < FOLDED_MS;
    if (!read.continues && isFolded) return;
    setNewest(readAt, key, Date.now(), MOST_REMEMBERED);
    const rows = read.rows === null ? null : read.rows + (before?.rows ?? 0);
    waiting.set(key, { caller, read, rows, requests: (before?.requests ?? 0) + 1 });
    timer ??= setTimeout(write, GATHERED_MS);
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const entries = [...waiting.values()].map(entryOf);
    waiting = new Map();
    if (entries.length > 0) writing.add(() => insertAudits(sql, entries));
  }

  return {
    observer: {
      answered(request, answer, caller) {
        const read = caller === undefined ? null : readOf(reads, request, answer);
        if (caller !== undefined && read !== null) note(caller, read);
      },
    },
    async stop() {
      write();
      await writing.done();
    },
  };
}

function entryOf({ caller, read, requests, rows }: Noted): Omit<AuditRow, "created_at" | "kind"> {
  const { organizationId, actor, address, tool, requestId } = caller;
  const { action, target, filters } = read;
  const listed = filters === null ? {} : { filters, rows, requests };
  return {
    ...{ organization_id: organizationId, id: newId("aud"), action },
    ...{ actor_type: actor.type, actor_id: actor.id, target_type: target.type, target_id: target.id },
    ...{
      address,
      request_id: requestId,
      changes: JSON.stringify(tool === undefined ? listed : { ...listed, tool }),
    },
  };
}
