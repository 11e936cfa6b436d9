/**
 * Types whose arrays the driver reads and writes, by the ids that they have in every Postgres, as `pg_type` has them
 * (`oid`, `typarray`). Asked for them, each new connection would read half the catalogue before its first query.
 */
export const ARRAY_TYPES = [
  { oid: 16, typarray: 1000 }, // boolean
  { oid: 17, typarray: 1001 }, // bytea
  { oid: 18, typarray: 1002 }, // "char"
  { oid: 19, typarray: 1003 }, // name
  { oid: 20, typarray: 1016 }, // bigint
  { oid: 21, typarray: 1005 }, // smallint
  { oid: 23, typarray: 1007 }, // integer
  { oid: 25, typarray: 1009 }, // text
  { oid: 26, typarray: 1028 }, // oid
  { oid: 114, typarray: 199 }, // json
  { oid: 700, typarray: 1021 }, // real
  { oid: 701, typarray: 1022 }, // double precision
  { oid: 869, typarray: 1041 }, // inet
  { oid: 1042, typarray: 1014 }, // character
  { oid: 1043, typarray: 1015 }, // character varying
  { oid: 1082, typarray: 1182 }, // date
  { oid: 1083, typarray: 1183 }, // time
  { oid: 1114, typarray: 1115 }, // timestamp
  { oid: 1184, typarray: 1185 }, // timestamp with time zone
  { oid: 1186, typarray: 1187 }, // interval
  { oid: 1700, typarray: 1231 }, // numeric
  { oid: 2205, typarray: 2210 }, // regclass
  { oid: 2950, typarray: 2951 }, // uuid
  { oid: 3802, typarray: 3807 }, // jsonb
];
