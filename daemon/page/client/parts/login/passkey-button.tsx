import { KeyRound } from "lucide-react";
import { useState } from "react";
import { asProblem, type Problem } from "../../api/problem.ts";
import { LOGIN } from "../../words.ts";
import { Button } from "../button.tsx";
import { canUsePasskeys, signByPasskey } from "./passkeys.ts";

type Props = {
  /** Called with what the passkey signed; rejects with why that was refused. */
  onSigned: (signed: Awaited<ReturnType<typeof signByPasskey>>) => Promise<unknown>;
  onProblem: (problem: Problem | null) => void;
};

/** Asks the browser for a passkey; nothing where it has none for this page. */
export function PasskeyButton({ onSigned, onProblem }: Readonly<Props>) {
  const [isBusy, setBusy] = useState(false);
  async function ask() {
    setBusy(true);
    onProblem(null);
    await signByPasskey()
      .then(onSigned)
      .catch((cause: unknown) => onProblem(asProblem(cause)));
    setBusy(false);
  }
  if (!canUsePasskeys()) return null;
  return (
    <Button icon={KeyRound} onPress={() => void ask()} isBusy={isBusy}>
      {LOGIN.usePasskey}
    </Button>
  );
}
