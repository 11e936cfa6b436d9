import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Stack } from "../../../parts/fields/form.tsx";
import { exactTime } from "../../../parts/time.tsx";
import { INBOX } from "../words.ts";

const HOUR_MS = 3_600_000;
const MONDAY = 1;
const MORNING = 9;

type SnoozeProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Takes when it opens again; null is when they write. */
  onChoose: (until: string | null) => void;
};

/** Until when a conversation is out of the way: it comes back by itself, and when the person writes before. */
export function Snooze({ isOpen, onClose, onChoose }: SnoozeProps) {
  const [picked, setPicked] = useState("");
  const choose = (until: Date | null) => {
    onClose();
    onChoose(until?.toISOString() ?? null);
  };
  const time = new Date(picked);
  return (
    <Dialog title={INBOX.snooze} isOpen={isOpen} onClose={onClose}>
      <Stack>
        {choicesAt(new Date()).map(([label, until]) => (
          <Button key={label} onPress={() => choose(until)}>
            {label} · {exactTime(until.toISOString())}
          </Button>
        ))}
        <Button onPress={() => choose(null)}>{INBOX.untilTheyWrite}</Button>
        <Field label={INBOX.untilPicked} type="datetime-local" value={picked} onChange={setPicked} />
        <Button kind="main" isDisabled={!(time.getTime() > Date.now())} onPress={() => choose(time)}>
          {INBOX.snoozeUntilThen}
        </Button>
      </Stack>
    </Dialog>
  );
}

/** By the clock of this browser. */
function choicesAt(now: Date): readonly (readonly [label: string, until: Date])[] {
  return [
    [INBOX.inAnHour, new Date(now.getTime() + HOUR_MS)],
    [INBOX.tomorrow, morning(now, 1)],
    [INBOX.monday, morning(now, (MONDAY + 7 - now.getDay()) % 7 || 7)],
  ];
}

function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
