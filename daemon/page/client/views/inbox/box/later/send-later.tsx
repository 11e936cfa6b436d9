import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { time, zoneHere } from "../../../../../languages/forms.ts";
import { daemonNow } from "../../../../api/clock.ts";
import { AsCommands, type Sample } from "../../../../parts/as-command.tsx";
import { Dialog } from "../../../../parts/dialog.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Form } from "../../../../parts/fields/form.tsx";
import { localTime } from "../../../../parts/local-time.ts";
import { Menu } from "../../../../parts/menu.tsx";
import { BOX } from "../../../../view-words.ts";
import { laterTimes } from "../../later-times.ts";

type SendLaterProps = {
  onSend: (at: string) => void;
  /** The commands that send it at a time. */
  commands: (at: string) => readonly Sample[];
};

/** Sends what is written at a later time, which is chosen in a menu. */
export function SendLater({ onSend, commands }: SendLaterProps) {
  const [isOpen, setOpen] = useState(false);
  // a new menu for each minute would close it while it is read
  const [times, setTimes] = useState(() => laterTimes());
  const at = (time: Date) => () => onSend(time.toISOString());
  return (
    <>
      <Menu
        label={BOX.later}
        onOpen={() => setTimes(laterTimes())}
        entries={[
          { label: BOX.inAnHour(time(times.inAnHour, "clock")), onPress: at(times.inAnHour) },
          { label: BOX.tomorrow(time(times.tomorrow, "clock")), onPress: at(times.tomorrow) },
          { label: BOX.nextMonday(time(times.monday, "clock")), onPress: at(times.monday) },
          { label: BOX.pickTime, onPress: () => setOpen(true) },
        ]}
      >
        <CalendarClock aria-hidden size="1rem" />
      </Menu>
      <Dialog title={BOX.later} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PickTime
          onPick={(time) => {
            setOpen(false);
            onSend(time);
          }}
          onCancel={() => setOpen(false)}
          commands={commands}
        />
      </Dialog>
    </>
  );
}

type PickTimeProps = { onPick: (at: string) => void; onCancel: () => void } & Pick<
  SendLaterProps,
  "commands"
>;

function PickTime({ onPick, onCancel, commands }: PickTimeProps) {
  const [value, setValue] = useState(() => localTime(laterTimes().tomorrow));
  const [error, setError] = useState<string | null>(null);
  const at = new Date(value);
  const isTime = !Number.isNaN(at.getTime());
  const pick = () => {
    if (!isTime || at.getTime() <= daemonNow()) setError(BOX.past);
    else onPick(at.toISOString());
  };
  return (
    <Form
      action={BOX.schedule}
      onSubmit={pick}
      onCancel={onCancel}
      aside={isTime && <AsCommands samples={() => commands(at.toISOString())} />}
    >
      <Field
        label={BOX.laterAt}
        type="datetime-local"
        value={value}
        onChange={setValue}
        hint={BOX.zone(zoneHere())}
        error={error}
      />
    </Form>
  );
}
