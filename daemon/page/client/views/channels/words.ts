export const CHANNELS = {
  title: "Channels",
  name: "Name",
  nameHint: "How you call it, such as Support. Only you see it.",
  proxy: "Proxy",
  proxyHint:
    "Leave it empty for none. Otherwise the number connects through it and in no other way: socks5:// or http://, with its port.",
  state: "State",
  health: "Health",
  why: "Why",
  number: "Number",
  platform: "Platform",
  changed: "Changed",
  platforms: {
    whatsapp_official: "Official (Meta's Cloud API)",
    whatsapp_unofficial: "Paired (linked device of a phone)",
  } as Record<string, string>,
  noneOfPlatform: "No number of this kind",
  platformsShort: { whatsapp_official: "Official", whatsapp_unofficial: "Paired" } as Record<string, string>,
  statePaused: "paused",
  stateLeftAlone: "not used",
  emptyTitle: "No number yet",
  emptyText:
    "A channel is a WhatsApp number that you send from and receive at. There are these ways to get one:",

  add: "Add number",
  pairTitle: "Pair a phone",
  pairText:
    "A number that has WhatsApp on a phone, as a linked device. WhatsApp may ban numbers that write like a machine, so messages are paced.",
  officialTitle: "Add an official number",
  officialText:
    "A number of WhatsApp's business API, with an access token of Meta. For what a business depends on.",
  sandboxTitle: "Add a sandbox number",
  sandboxText: "A number that sends and receives on this machine alone. It is connected at once.",
  added: "Number added",

  tabs: "About this channel",
  tabNumber: "Number",
  tabSettings: "Settings",
  tabLinks: "Pairing links",
  actions: "More for this channel",
  whatNow: "State and what to do",
  steps: {
    pair: "Pair a phone",
    connect: "Connect number",
    replace: "Pair again",
    register: "Register number",
    token: "Replace access token",
    resume: "Resume sending",
  },
  connected: "It sends and receives.",
  pausedText: "Sending is paused: what is accepted waits, in order. Messages are still received.",
  offered: (number: string, own: string | null) =>
    `Before: ${own ?? "another number"}. Now: ${number}, whose phone was paired. Nothing is sent or received until you choose: pair the first phone again below, or change the number.`,
  replaceNumber: (number: string) => `Let ${number} take its place`,
  replacing: (number: string, own: string | null) =>
    `${number} becomes this channel's number, and warms up from the start. Messages of ${own ?? "the number before"} stay here, but can no longer be edited, deleted or reacted to.`,
  waitingCancelled:
    "Messages and broadcasts that wait are cancelled: they were written for people who know the number before.",
  waitingKept: (number: string) =>
    `Messages and broadcasts that wait are sent from ${number}, which the people they go to may not know.`,
  keepWaiting: (number: string) => `Send what waits from ${number}`,
  waiting: (count: number, isAll: boolean) =>
    `${isAll ? "" : "More than "}${count.toLocaleString()} ${count === 1 ? "message waits" : "messages wait"}`,

  goOn: "Add and pair",
  onTheScreen:
    "The code is shown here, and the phone scans it. WhatsApp keeps working on the phone as before.",
  showQr: "Show the QR code",
  qrLabel: "QR code to scan",
  nextIn: (seconds: number) => `A new one in ${seconds} s`,
  askingForCode: "Asking WhatsApp for a code",
  howToScan: [
    "Open WhatsApp on the phone",
    "Settings, Linked devices, Link a device",
    "Point the phone at this code",
  ],
  howToType: [
    "Open WhatsApp on the phone",
    "Settings, Linked devices, Link a device",
    "Link with phone number instead",
    "Type this code. WhatsApp may also show a message that leads there",
  ],
  sandboxScan: "No phone needed: the sandbox plays one with this command.",
  sandboxScanLabel: "Command that scans the code",
  typeInstead: "Type a code instead",
  scanInstead: "Scan a QR code instead",
  phone: "Phone number, with its country code",
  phoneHint: "Of the phone that is paired. You get a code to type on it.",
  getCode: "Get a code",
  codeLabel: "Code to type on the phone",
  passkeyTitle: "WhatsApp wants a passkey",
  passkeyText:
    "WhatsApp wants the passkey of this number's account before it links a device. Go on in a browser that can use that passkey, here or on another computer; leave WhatsApp open on the phone.",
  passkeyGo: "Use the passkey",
  passkeyElsewhere:
    "On another computer, or for the owner of the account, the same page: its address lets people go on with this pairing, and do nothing else.",
  passkeyAddress: "Address of the page",
  passkeySigned: "The passkey was used. Leave WhatsApp open on the phone; a code comes in a moment.",
  compareTitle: "Compare this code with the phone's",
  compareText:
    "If WhatsApp on the phone shows the same code, confirm it there and here; if it shows none, it waits for you alone. If it shows another one, disconnect the number.",
  comparedText: "Confirmed here. If the phone still shows the code, confirm it there, too.",
  codesAreSame: "The codes are the same",
  connecting: "Connecting to WhatsApp.",
  scanned: "Scanned.",
  scannedText: "The phone has accepted. Connecting it; leave the phone on and online.",
  connectedTitle: "Connected.",
  connectedText: (number: string | null) =>
    `${number ?? "The number"} is paired, and listed on the phone under Linked devices.`,

  saveSettings: "Save settings",
  saved: "Settings saved",
  nothingChanged: "Nothing was changed",
  limits: "Limits and their use",
  pace: "Pace",
  perSecond: (count: number, source: string) => {
    const by: Record<string, string> = {
      meta: "as Meta allows",
      setting: "as set here",
      coexistence: "since the number is also in the WhatsApp Business app",
      default: "unless it is set",
    };
    const pace =
      count < 1
        ? `one message every ${(1 / count).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
        : `${count.toLocaleString()} ${count === 1 ? "message" : "messages"} a second`;
    return `at most ${pace}, ${by[source] ?? source}`;
  },
  newPeople: "New people in 24 hours",
  usedOf: (used: number, limit: number | null) =>
    limit === null
      ? `${used.toLocaleString()}, without a limit`
      : `${used.toLocaleString()} of ${limit.toLocaleString()}`,
  room: (count: number) => `Room for ${count.toLocaleString()} more`,
  heldBack: "Held back",
  scopes: { number: "Everything", person: "One person", new_contacts: "New people" } as Record<
    string,
    string
  >,
  reasons: { marketing_limit: "no more marketing for now" } as Record<string, string>,

  makeLink: "Make a pairing link",
  link: "Pairing link",
  linkText:
    "Send it to the person with the phone. It works for an hour, for this number alone, once, and shows nothing else. It is shown only now.",
  noLinks: "No pairing link",
  noLinksText:
    "A link by which somebody without an account pairs this number from their own phone. It works for an hour, once, and shows nothing else.",
  linkEnds: "Ends",
  linkStates: { open: "open", begun: "pairing was begun", used: "used" } as Record<string, string>,
  revokeLink: "Revoke",
  linkRevoked: "Pairing link revoked",

  rename: "Rename channel",
  renamed: "Channel renamed",
  pause: "Pause sending",
  paused: "Sending is paused",
  resumed: "Sending is resumed",
  disconnect: "Disconnect number",
  disconnected: "Number disconnected",
  logOut: "Log out of the phone",
  logOutText:
    "The device is removed from the phone, and its keys are deleted. Messages wait until the number is paired again, by a QR code or a code for the phone.",
  loggedOut: "Logged out",
  remove: "Delete channel",
  removed: "Channel deleted",
  removeText: "Sending and receiving end at once. This can't be undone.",
  removeWaiting: (what: string) => `${what} and would be cancelled.`,
  removeNothingWaits: "No message waits.",
  removePaired: "The device is removed from the phone, and pairing links end.",
  removeOfficial: "The access token is deleted. At Meta, the number stays as it is.",
  removeKept: "Its conversations and messages stay readable.",

  token: "Access token",
  tokenHint:
    "Of a system user in Meta's Business settings. It is checked at once, stored encrypted, and not shown again.",
  tokenReplaced: "Access token replaced: what waited is sent now",
  pin: "PIN",
  pinHint:
    "Six digits: they become the number's two-step code, or have to match the one that it has. At most nine tries in 72 hours.",
  phoneNumberIdHint: "In Meta's App Dashboard, under WhatsApp, API setup.",
  wabaIdHint: "Of the WhatsApp Business account. Without it, no templates.",
  pinOfNew:
    "Six digits. Only for a number that has never sent: it is then registered, and this becomes its two-step code.",
  stepChannel: "Channel",
  stepDone: "Added.",
  stepToken: "Access token",
  tokenAccepted: "Meta has accepted it for this number.",
  stepRegistration: "Registration",
  registrationNeeded:
    "The number is not registered with WhatsApp yet. Register it with a PIN of your choice.",
  registrationNotTried: "Not needed, or not tried.",
  stepWebhooks: "Receiving",
  stepWebhooksText:
    "Set this as the callback URL of your app at Meta, with the verify token of the daemon, and subscribe to its fields.",
  callbackUrl: "Callback URL",
  showChannel: "Show the channel",
  registered: "Number registered",
  askSomebody: "An administrator can add a number.",

  phoneNumberId: "Phone number id",
  wabaId: "Business account id",
  quality: "Quality rating",
  messagingLimit: "Messaging limit",
  tokenExpires: "Token expires",
  lastSeen: "Last seen",
  created: "Added",
  sandbox: "Sandbox",
  sandboxYes: "yes: nothing leaves this machine",
} as const;
