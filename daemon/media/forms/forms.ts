import type { MediaRow } from "../../../db/media/media.ts";
import type { FormKind } from "../convert/target.ts";
import { type FormDependencies, makeForm } from "./make-form.ts";

/** What uploaded files are made into for messages. */
export type Forms = {
  /** The form of a file, made where it is not there. Rejects as `makeForm` does; null while it is still being made. */
  of(file: MediaRow, target: FormKind, signal: AbortSignal): Promise<MediaRow | null>;
};

/** A number whose messages go one after the other goes on with others of them while a long video is made. */
const PATIENCE_MS = 5000;

/** Each form is made once at a time, however many messages need it. */
export function createForms(dependencies: FormDependencies, patienceMs: number = PATIENCE_MS): Forms {
  const underWay = new Map<string, Promise<MediaRow>>();
  return {
    async of(file, target, signal) {
      const name = `${file.organization_id} ${file.id} ${target}`;
      const making = underWay.get(name) ?? makeForm(dependencies, file, target, signal);
      if (!underWay.has(name)) {
        underWay.set(name, making);
        // who does not wait for it any more asks again, and hears of it then
        making.catch(() => {}).finally(() => underWay.delete(name));
      }
      return await inTime(making, patienceMs);
    },
  };
}

async function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), milliseconds);
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
