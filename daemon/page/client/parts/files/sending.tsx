import { FILES } from "../../view-words.ts";
import { Progress } from "./progress.tsx";

type SendingProps = { name: string; share: number; onCancel: () => void };

/** A file on its way to the daemon. */
export function Sending({ name, share, onCancel }: SendingProps) {
  const stored = share === 1 ? { detail: FILES.storing } : {};
  return <Progress label={FILES.sending(name)} share={share} onCancel={onCancel} {...stored} />;
}
