import { Bell, BellOff } from "lucide-react";
import { useState } from "react";
import { useChannels } from "../../api/channels.ts";
import { NOTIFICATIONS } from "../../view-words.ts";
import { IconButton } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Checkbox } from "../fields/checkbox.tsx";
import { Stack } from "../fields/form.tsx";
import { Select } from "../fields/select.tsx";
import { canPush, useIsPushed, usePush, type Wants } from "./push.ts";
import { PushChoices } from "./push-choices.tsx";
import { type NotificationSetting, useNotificationSetting, WHO } from "./setting.ts";

/** Where somebody chooses what this browser notifies them of. */
export function ChooseNotifications() {
  const [isOpen, setOpen] = useState(false);
  const [{ who }] = useNotificationSetting();
  const isPushed = useIsPushed();
  return (
    <>
      <IconButton
        label={NOTIFICATIONS.open}
        icon={who === "none" && !isPushed ? BellOff : Bell}
        onPress={() => setOpen(true)}
      />
      <Dialog title={NOTIFICATIONS.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Choices />
      </Dialog>
    </>
  );
}

function Choices() {
  const [setting, keep] = useNotificationSetting();
  const push = usePush();
  const set = (next: NotificationSetting) => {
    keep(next);
    const { subscription } = push;
    // what can't be stored now is stored with the next choice
    if (subscription !== null) void push.set({ ...subscription.wants, ...messagesOf(next) }).catch(() => {});
  };
  const [isDenied, setDenied] = useState(isThere() && Notification.permission === "denied");
  const { options } = useChannels();
  const choose = async (who: NotificationSetting["who"]) => {
    const isAllowed = who === "none" || (await Notification.requestPermission()) === "granted";
    setDenied(!isAllowed);
    set({ ...setting, who: isAllowed ? who : "none" });
  };
  if (!isThere()) return <p>{NOTIFICATIONS.missing}</p>;
  return (
    <Stack>
      <p>{NOTIFICATIONS.text}</p>
      <Select
        label={NOTIFICATIONS.who}
        options={WHO.map((value) => ({ value, label: NOTIFICATIONS.kinds[value] }))}
        value={setting.who}
        onChange={(value) => void choose(WHO.find((one) => one === value) ?? "none")}
      />
      {isDenied && <p role="alert">{NOTIFICATIONS.denied}</p>}
      {setting.who !== "none" && options.length > 0 && (
        <fieldset>
          <legend>{NOTIFICATIONS.channels}</legend>
          {options.map(({ value, label }) => (
            <Checkbox
              key={value}
              isOn={!setting.quiet.includes(value)}
              onChange={(isOn) =>
                set({
                  ...setting,
                  quiet: isOn ? setting.quiet.filter((id) => id !== value) : [...setting.quiet, value],
                })
              }
            >
              {label}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {canPush() && Notification.permission === "granted" && (
        <PushChoices push={push} messages={messagesOf(setting)} />
      )}
    </Stack>
  );
}

function messagesOf({ who, quiet }: NotificationSetting): Pick<Wants, "messages" | "quiet_channels"> {
  return { messages: who, quiet_channels: [...quiet] };
}

/** Browsers lend them over https and on this machine. */
function isThere(): boolean {
  return "Notification" in window;
}
