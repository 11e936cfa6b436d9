/** The command that plays the phone in a sandbox, in pieces short enough to stand beside a QR code. */
export function scanCommand(channelId: string): [command: string, ...options: string[]] {
  return ["waypost sandbox phone 15557010001", `--scan ${channelId}`, "--once"];
}
