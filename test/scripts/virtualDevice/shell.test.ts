import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestDevice, type TestDevice } from "./support/test-device.ts";

let device: TestDevice;
beforeAll(async () => {
  device = await startTestDevice();
});
afterAll(() => device.stop());

const ok = (stdout: string) => ({ stdout, stderr: "", exitCode: 0 });

describe("the shell", () => {
  test("keeps stdout, stderr and the exit code apart", async () => {
    expect(await device.sh("echo out; echo err >&2; exit 7")).toEqual({
      stdout: "out\n",
      stderr: "err\n",
      exitCode: 7,
    });
  });

  test("says that a command is missing as Android does", async () => {
    expect(await device.sh("nosuch -x")).toEqual({
      stdout: "",
      stderr: "/system/bin/sh: nosuch: inaccessible or not found\n",
      exitCode: 127,
    });
  });

  test.each([
    ["for i in 1 2 3; do echo $i; done | wc -l", "3\n"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell that expands it
    ["x=a; x=${x}b; echo \"$x\" '$x' $x$x", "ab $x abab\n"],
    ["echo $((2 + 3 * 4)) $((7 / 2)) $((1 << 4))", "14 3 16\n"],
    ["if [ -d /sdcard ] && ! test -e /nope; then echo yes; else echo no; fi", "yes\n"],
    ["case abc in a*) echo glob;; *) echo other;; esac", "glob\n"],
    ['f() { echo "$1-$#"; return 3; }; f a b; echo $?', "a-2\n3\n"],
    ['echo a b  c | { read x y; echo "$y/$x"; }', "b c/a\n"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell that expands it
    ["v=/a/b/c.txt; echo ${v##*/} ${v%.txt} ${#v} ${none:-default}", "c.txt /a/b/c 10 default\n"],
    ["cat <<END\nhello $((1+1))\nEND", "hello 2\n"],
    ["echo one; false || echo two; true && echo three; ! true; echo $?", "one\ntwo\nthree\n1\n"],
    ["i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i = 2 ] && continue; echo $i; done", "1\n3\n"],
    ["(cd /sdcard; pwd); pwd", "/storage/emulated/0\n/\n"],
    ["echo /system/bin/s*um", "/system/bin/sha1sum /system/bin/sha256sum /system/bin/sha512sum\n"],
    ['set -- a \'b c\'; for x in "$@"; do echo "[$x]"; done', "[a]\n[b c]\n"],
    ["yes | head -n 2", "y\ny\n"],
    ["printf '%s=%03d\\n' a 7 b 8", "a=007\nb=008\n"],
    ["echo a,b,c | cut -d, -f2 | tr b B | sed s/B/[B]/", "[B]\n"],
    ["dumpsys battery | grep level", "  level: 100\n"],
    ["x=$(echo inner; exit 3); echo $x $?", "inner 3\n"],
  ])("%s", async (command, expected) => {
    expect(await device.sh(command)).toEqual(ok(expected));
  });

  test("redirects to files as the kernel allows", async () => {
    const script =
      "f=/data/local/tmp/t; echo abc >$f; echo def >>$f; nosuch >$f.err 2>&1; cat $f; cat $f.err; wc -c <$f";
    expect(await device.sh(script)).toEqual(
      ok("abc\ndef\n/system/bin/sh: nosuch: inaccessible or not found\n8\n"),
    );
    expect(await device.sh("echo x > /data/system/no")).toEqual({
      stdout: "",
      stderr: "/system/bin/sh: can't create /data/system/no: Permission denied\n",
      exitCode: 1,
    });
  });

  test("runs commands from standard input", async () => {
    expect(
      await device.sh("", { stdin: "echo one\nfor i in a b\ndo echo $i\ndone\nexit 4\necho never\n" }),
    ).toEqual({
      stdout: "one\na\nb\n",
      stderr: "",
      exitCode: 4,
    });
  });

  test("hands standard input to the command that reads it, byte for byte", async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => index & 255);
    await device.sh("cat > /data/local/tmp/bytes", { stdin: bytes });
    expect((await device.exec("cat /data/local/tmp/bytes")).equals(Buffer.from(bytes))).toBe(true);
  });

  test("a busy loop does not stop the others, and ends with its connection", async () => {
    const busy = device.open("shell,v2:while true; do :; done");
    expect(await device.sh("echo alive")).toEqual(ok("alive\n"));
    busy.destroy();
  });

  test("runaway scripts end, and the device lives", async () => {
    await device.sh("f() { f | f & }; f");
    expect((await device.sh("g() { g; }; g")).stderr).toContain("recursion too deep");
    const zeros = device.open("shell,v2:cat /dev/zero > /dev/null");
    const filling = device.open("shell,v2:yes > /sdcard/full");
    expect(await device.sh("echo alive")).toEqual(ok("alive\n"));
    zeros.destroy();
    filling.destroy();
    await device.sh("pkill yes; pkill cat; rm -f /sdcard/full");
  });

  test("an app's private files are out of the shell's reach", async () => {
    const dir = "/data/data/dev.jasonpearson.automobile.playground";
    expect(await device.sh(`ls ${dir}`)).toEqual({
      stdout: "",
      stderr: `ls: ${dir}: Permission denied\n`,
      exitCode: 1,
    });
    expect(await device.sh("run-as dev.jasonpearson.automobile.playground ls")).toEqual(
      ok("cache\ncode_cache\n"),
    );
  });
});
