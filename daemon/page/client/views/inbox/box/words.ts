/** The words of the box in which answers are written. */
export const BOX = {
  attach: "Attach files",
  drop: "Drop files here to attach them",
  files: "Attached files",
  kinds: { image: "Picture", video: "Video", audio: "Audio", sticker: "Sticker", document: "Document" },
  voice: "Voice message",
  sendAs: (name: string, kind: string) => `${name} is sent as: ${kind}`,
  caption: (name: string) => `Caption of ${name}`,
  captionPlaceholder: "Caption",
  isCaption: "Write a caption",
  converted: "converted for phones",
  emptyFile: "The file is empty.",
  tooLarge: (size: string, most: string) => `The file has ${size}; WhatsApp takes at most ${most}.`,
  notTaken: (rule: string, type: string) =>
    `${rule.charAt(0).toUpperCase()}${rule.slice(1)}; this file is ${type || "of an unknown type"}.`,
  tryAgain: (name: string) => `Send ${name} to the daemon again`,
  takeBack: "Take it back",
} as const;
