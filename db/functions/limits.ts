/** Limits and spans that TypeScript and SQL share. SQL has each as a function of its name, made by `shared.ts`. */
export const LIMITS = {
  /** Of a contact, and of a record of the CRM. */
  most_custom_fields: 100,
  most_contact_bytes: 64 * 1024,
  most_record_bytes: 16 * 1024,
  /** Of a contact. */
  most_tags: 100,
  most_notes: 1000,
  /** The class of the advisory locks that daemons hold while they live. */
  daemon_lock_class: 8484,
} as const;

/** In seconds; an interval in SQL. */
export const SPANS = {
  /** From a message of the person, in which any message may be sent to them. */
  service_window: 24 * 3600,
  /** In which a portfolio's limit counts the new people that it wrote to. */
  portfolio_window: 24 * 3600,
  /** From when a message is due to its end, if it was given none. */
  usual_life: 24 * 3600,
  /** A send's result is seldom later than this: then maintenance applies edits that waited for it. */
  late_revision: 600,
  /** After which a daemon that doesn't report is gone. */
  daemon_silence: 30,
} as const;
