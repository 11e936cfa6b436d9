/** The Homebrew formula, which installs the archives. */
import manifest from "../../../package.json" with { type: "json" };
import { type Archive, installationFile } from "./contents.ts";

const SYSTEMS = { darwin: "macos", linux: "linux" } as const;
const PROCESSORS = { arm64: "arm", x64: "intel" } as const;

/** The text of `waypost.rb` for archives that are served below `releases`. */
export function formula(archives: readonly Archive[], version: string, releases: string): string {
  // Homebrew itself runs on glibc alone
  const usable = archives.filter(({ target }) => target.libc !== "musl");
  const installed = installationFile(releases, {
    by: "homebrew",
    upgrade: "brew upgrade waypost",
    remove: "brew uninstall waypost",
  });
  return `class Waypost < Formula
  desc "${manifest.description}"
  homepage "${releases}"
  version "${version}"
  license all_of: ["MIT", "GPL-3.0-only"]

${usable.map((archive) => urlOf(archive, version, releases)).join("\n")}
  def install
    libexec.install Dir["*"]
    (libexec/"installation.json").atomic_write <<~JSON
${installed.trimEnd().replaceAll(/^/gm, "      ")}
    JSON
    bin.install_symlink libexec/"waypost", libexec/"waypostd"
  end

  service do
    run [opt_bin/"waypostd", "serve"]
    keep_alive true
    log_path var/"log/waypostd.log"
    error_log_path var/"log/waypostd.log"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/waypost --version").strip
    assert_equal version.to_s, shell_output("#{bin}/waypostd --version").strip
  end
end
`;
}

function urlOf({ target, name, sum }: Archive, version: string, releases: string): string {
  return `  on_${SYSTEMS[target.os]} do
    on_${PROCESSORS[target.cpu]} do
      url "${releases}/${version}/${name}"
      sha256 "${sum}"
    end
  end
`;
}
