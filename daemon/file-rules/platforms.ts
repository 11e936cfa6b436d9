/** How large videos may be, and what may be a document: by type, and in words. */
export type FileLimits = { videoBytes: number; documents: { types: RegExp; named: string } };

const OFFICE = "vnd\\.openxmlformats-officedocument\\.";

/** The limits of official numbers, where they are lower than those of phones (Meta, "Media": supported media types). */
export const OFFICIAL_FILES: FileLimits = {
  videoBytes: 16 * 1024 * 1024,
  documents: {
    types: new RegExp(
      `^(text/plain|application/(pdf|msword|vnd\\.ms-(excel|powerpoint)|${OFFICE}(wordprocessingml\\.document|spreadsheetml\\.sheet|presentationml\\.presentation)))$`,
    ),
    named: "official numbers take PDF, Word, Excel, PowerPoint and plain text as documents",
  },
};
