import type { MediaRow } from "../../../../db/media/media.ts";
import type { KeptForm } from "../../../file-rules/forms.ts";
import { Problem } from "../../../http/problem.ts";
import { setNewest } from "../../../lib/bounded.ts";
import { type FormDependencies, makeForm } from "./make-form.ts";

/** Converted forms of files, for messages and views. */
export type Forms = {
  /** The form of a file, made where it is not there. Rejects as `makeForm` does; null while it is still being made. */
  of(file: MediaRow, target: KeptForm, signal: AbortSignal): Promise<MediaRow | null>;
};

/** A number that sends one message at a time continues with others while a long video is converted. */
const PATIENCE_MS = 5000;
/** A file that can't be converted is not tried again for each message that needs it. */
const REFUSED_MS = 600_000;
const MOST_REFUSED = 1000;

type Refusal = { cause: Problem; until: number };

/** Each form is made once at a time, however many messages need it. */
export function createForms(dependencies: FormDependencies, patienceMs: number = PATIENCE_MS): Forms {
  const underWay = new Map<string, Promise<MediaRow>>();
  const refused = new Map<string, Refusal>();

  async function make(name: string, ...given: [MediaRow, KeptForm, AbortSignal]): Promise<MediaRow> {
    const known = refused.get(name);
    if (known !== undefined && known.until > Date.now()) throw known.cause;
    const [, , signal] = given;
    return await makeForm(dependencies, ...given).catch((cause) => {
      if (!signal.aborted && cause instanceof Problem && isFilesOwn(cause))
        setNewest(refused, name, { cause, until: Date.now() + REFUSED_MS }, MOST_REFUSED);
      throw cause;
    });
  }

  return {
    async of(file, target, signal) {
      const name = `${file.organization_id} ${file.id} ${target}`;
      const making = underWay.get(name) ?? make(name, file, target, signal);
      if (!underWay.has(name)) {
        underWay.set(name, making);
        // who does not wait for it any more asks again, and hears of it then
        making.catch(() => {}).finally(() => underWay.delete(name));
      }
      return await inTime(making, patienceMs);
    },
  };
}

/** Whether a file is refused for what it is: everything else may be another way a moment later. */
function isFilesOwn({ status, code }: Problem): boolean {
  return status < 500 && code !== "conversion_unavailable";
}

async function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), milliseconds);
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
