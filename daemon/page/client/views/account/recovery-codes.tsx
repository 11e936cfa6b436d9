import { Download } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { ACCOUNT } from "../../view-words.ts";

type Props = { codes: readonly string[]; onClose: () => void };

/** Recovery codes, to copy or to save as a file; nothing while there are none to show. */
export function RecoveryCodes({ codes, onClose }: Readonly<Props>) {
  const text = codes.join("\n");
  return (
    <ShownOnce
      title={ACCOUNT.recoveryTitle}
      text={ACCOUNT.recoveryText}
      secret={codes.length === 0 ? null : text}
      onClose={onClose}
    >
      <Button icon={Download} onPress={() => saveText(text, "waypost-recovery-codes.txt")}>
        {ACCOUNT.downloadCodes}
      </Button>
    </ShownOnce>
  );
}

/** Has the browser save a text that only the page has. */
function saveText(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
