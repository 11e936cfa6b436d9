/** The licences of the embedded Postgres and of the libraries that its package brings with it, without their texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Library = {
  name: string;
  license: string;
  /** Names a file in `licenses/libraries`, whose first lines say where the text is from. */
  text: string;
  files: RegExp;
};

const LIBRARIES: readonly Library[] = [
  {
    ...{ name: "PostgreSQL", license: "PostgreSQL and others", text: "postgresql" },
    files: /^(lib(ecpg|ecpg_compat|pgtypes|pq|pq-oauth-18)\.|postgresql$)/,
  },
  { name: "ICU", license: "Unicode-3.0 and before", text: "icu", files: /^libicu(data|i18n|uc)\./ },
  { name: "OpenSSL 1.1", license: "OpenSSL", text: "openssl-1.1", files: /^lib(crypto|ssl)\.so\.1\.1$/ },
  { name: "OpenSSL 3", license: "Apache-2.0", text: "openssl-3", files: /^lib(crypto|ssl)\.3\.dylib$/ },
  { name: "libxml2", license: "MIT", text: "libxml2", files: /^libxml2\./ },
  { name: "libxslt", license: "MIT", text: "libxslt", files: /^libxslt\./ },
  { name: "zlib", license: "Zlib", text: "zlib", files: /^libz\./ },
  { name: "LZ4", license: "BSD-2-Clause", text: "lz4", files: /^liblz4\./ },
  { name: "Zstandard", license: "BSD-3-Clause", text: "zstd", files: /^libzstd\./ },
  { name: "liblzma", license: "public domain", text: "liblzma", files: /^liblzma\./ },
  { name: "OSSP uuid", license: "ISC", text: "ossp-uuid", files: /^libossp-uuid\./ },
  { name: "libuuid", license: "BSD-3-Clause", text: "libuuid", files: /^libuuid\./ },
  { name: "libedit", license: "BSD-3-Clause", text: "libedit", files: /^libedit\./ },
  { name: "libiconv", license: "LGPL-2.1-or-later", text: "libiconv", files: /^libiconv\./ },
  { name: "libintl", license: "LGPL-2.1-or-later", text: "libintl", files: /^libintl\./ },
  {
    ...{ name: "MIT Kerberos", license: "MIT and others", text: "krb5" },
    files: /^lib(com_err|gssapi_krb5|k5crypto|krb5|krb5support)\./,
  },
];

/**
 * A part of the notices for each that has something among `files`, which are in the folder `native/lib` of an embedded
 * Postgres. Throws for a file of a library that there is no text of.
 */
export function libraryNotices(files: readonly string[]): string[] {
  const unknown = files.filter((file) => !LIBRARIES.some((library) => library.files.test(file)));
  if (unknown.length > 0) throw new Error(`There is no licence text for ${unknown.join(", ")}.`);
  return LIBRARIES.flatMap(({ name, license, text, files: own }) => {
    const names = files.filter((file) => own.test(file));
    if (names.length === 0) return [];
    const says = readFileSync(join(import.meta.dir, "licenses/libraries", `${text}.txt`), "utf8");
    return `${name}\nLicence: ${license}\nIn: postgres/native/lib (${names.join(", ")})\n\n${says.trim()}\n`;
  });
}

/** The files of libraries in the package of an embedded Postgres, without the links to them. */
export function librariesIn(postgres: string): string[] {
  const entries = readdirSync(join(postgres, "native", "lib"), { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}
