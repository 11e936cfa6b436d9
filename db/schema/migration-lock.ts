/** The advisory lock of a process that migrates: any number will do, as long as nothing else in the database locks it. */
export const MIGRATION_LOCK = 4_923_017_715;
