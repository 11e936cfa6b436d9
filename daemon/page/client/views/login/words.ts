export const LOGIN = {
  title: "Log in to Waypost",
  byKey: "Answer the terminal with an API key instead",
  noPassword: "No user yet, or no password? On the daemon's machine, `waypost open` logs you in.",
} as const;
