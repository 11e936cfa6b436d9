# Stands in for Homebrew: reads a formula, has it install what is in the working folder below a prefix, and runs its
# test. Prints the address and the SHA-256 of the archive that this machine takes.
#
#   ruby formula.rb <formula> <prefix>

require "fileutils"
require "json"
require "pathname"

# What Homebrew adds to it.
class Pathname
  def install(*names)
    mkpath
    FileUtils.mv(names.flatten, self)
  end

  def install_symlink(*targets)
    mkpath
    targets.each { |target| (self/target.basename).make_symlink(target.relative_path_from(self)) }
  end

  def atomic_write(text)
    write(text)
  end
end

# The words of formulas that ours has; Ruby refuses others.
class Formula
  class << self
    attr_reader :service_block, :test_block

    def settings
      @settings ||= {}
    end

    %i[desc homepage version license url sha256].each do |name|
      define_method(name) { |value| settings[name] = value }
    end

    def on_macos
      yield if RUBY_PLATFORM.include?("darwin")
    end

    def on_linux
      yield if RUBY_PLATFORM.include?("linux")
    end

    def on_arm
      yield if RUBY_PLATFORM.match?(/aarch64|arm64/)
    end

    def on_intel
      yield if RUBY_PLATFORM.include?("x86_64")
    end

    def service(&block)
      @service_block = block
    end

    def test(&block)
      @test_block = block
    end
  end

  def initialize(prefix)
    @prefix = Pathname.new(prefix)
  end

  def version
    self.class.settings.fetch(:version)
  end

  %w[bin libexec var].each { |name| define_method(name) { @prefix/name } }
  alias opt_bin bin

  def shell_output(command)
    output = `#{command}`
    $?.success? ? output : raise("#{command} ended with #{$?.exitstatus}")
  end

  def assert_equal(wanted, found)
    raise "#{found.inspect} should have been #{wanted.inspect}" unless wanted == found
  end

  %i[run keep_alive log_path error_log_path].each { |name| define_method(name) { |value| value } }
end

load File.expand_path(ARGV.fetch(0))
formula = Waypost.new(ARGV.fetch(1))
formula.install
formula.instance_exec(&Waypost.service_block)
formula.instance_exec(&Waypost.test_block)
puts JSON.generate(Waypost.settings.slice(:url, :sha256))
