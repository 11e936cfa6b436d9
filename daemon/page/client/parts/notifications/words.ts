export const NOTIFICATIONS = {
  title: "Notifications",
  open: "Choose notifications",
  text: "This browser says so when somebody writes while the page is not in front of you, and when a colleague mentions you.",
  who: "Show messages of",
  kinds: {
    all: "All conversations",
    mine: "Mine, and mentions",
    none: "None",
  },
  channels: "On these numbers",
  denied: "The browser refuses notifications of this page: allow them in its settings for this address.",
  missing: "Browsers show notifications of pages over https and of this machine only.",
  mentioned: (name: string) => `You are mentioned: ${name}`,
  more: (count: number) => `${count} more conversations`,
  moreText: "Somebody wrote in each of them.",
} as const;
