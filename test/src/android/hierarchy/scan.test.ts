import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { decodeValue } from "../../../../src/android/hierarchy/decode.ts";
import { DoctypeError, ScanError, scanXml } from "../../../../src/android/hierarchy/scan.ts";

type Event = ["open", string, Record<string, string>] | ["close", string];

function ours(xml: string): Event[] | "malformed" {
  const events: Event[] = [];
  try {
    scanXml(xml, {
      open: (tag) =>
        void events.push([
          "open",
          tag.name,
          Object.fromEntries(
            Array.from({ length: tag.count }, (_, at) => [tag.attributes[at]!, tag.value(at)]),
          ),
        ]),
      close: (name) => void events.push(["close", name]),
    });
    return events;
  } catch {
    return "malformed";
  }
}

/** The same reading by a library that follows the standard to the letter. */
function reference(xml: string): Event[] | "malformed" {
  const events: Event[] = [];
  const parser = new SaxesParser({ xmlns: false, position: false });
  let broken = false;
  parser.on("error", () => {
    broken = true;
  });
  parser.on("doctype", () => {
    broken = true;
  });
  parser.on(
    "opentag",
    (tag) => void events.push(["open", tag.name, { ...(tag.attributes as Record<string, string>) }]),
  );
  parser.on("closetag", (tag) => void events.push(["close", tag.name]));
  parser.write(xml).close();
  return broken ? "malformed" : events;
}

const PROLOG = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
const pieces = [
  PROLOG,
  '<hierarchy rotation="0">',
  "</hierarchy>",
  '<node index="0" text="a" />',
  '<node text=\'it&apos;s "x" > y\' class="android.widget.TextView">',
  "</node>",
  "</node >",
  '<node text="&lt;&#10;&#x1F4E6;&amp;lt;"/>',
  "<node  a = \"1\"\n b\t='2' />",
  '<node a="1" a="2"/>',
  '<node a="1"b="2"/>',
  "<node a=1/>",
  "<node a/>",
  '<node a="<"/>',
  '<node a="&nope;"/>',
  '<node a="&"/>',
  "<!-- note -->",
  "<![CDATA[ <node/> ]]>",
  "<?pi data?>",
  "<!DOCTYPE x>",
  "< node/>",
  "<1node/>",
  "<nödé ä='ö'/>",
  " ",
  "\r\n",
  '<node text="line\r\nbreak\ttab"/>',
];

describe("scanXml", () => {
  test("reads what a standard parser reads, and refuses what it refuses", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const inner = parts.join("");
        for (const xml of [
          inner,
          `<hierarchy>${inner}</hierarchy>`,
          `${PROLOG}<hierarchy>${inner}</hierarchy>`,
        ]) {
          expect({ xml, events: ours(xml) }).toEqual({ xml, events: reference(xml) });
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a document cut or damaged anywhere is read alike", () => {
    // The declaration itself is not checked beyond its end.
    const whole = `<hierarchy rotation="0"><node text="a &amp; 'b'" id='c'><node text="d"/></node><!-- e --></hierarchy>`;
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.nat(6),
        fc.constantFrom("", "<", ">", "/", '"', "'", "=", " ", "x"),
        (at, drop, put) => {
          const xml = PROLOG + (whole.slice(0, at) + put + whole.slice(at + drop));
          expect({ xml, events: ours(xml) }).toEqual({ xml, events: reference(xml) });
        },
      ),
      { numRuns: 600 },
    );
  });

  test("says where a second document begins, and what a DOCTYPE is", () => {
    const scan = (xml: string) => () => scanXml(xml, { open() {}, close() {} });
    expect(scan("<a/><a/>")).toThrow(ScanError);
    try {
      scan("<a/>text")();
    } catch (error) {
      expect(error).toMatchObject({ afterRoot: true });
    }
    expect(scan("<!DOCTYPE a><a/>")).toThrow(DoctypeError);
  });
});

test.each([
  ["plain", "plain"],
  ["a&#55357;b", "ab"],
  ["&#xD83D;&#xDE00;", "😀"],
  ["&#0;&#x1F;&#1114112;x", "x"],
  ["a\r\nb\rc", "a b c"],
  ["&#13;&#10;", "\r\n"],
])("decodeValue %j is %j", (raw, text) => {
  expect(decodeValue(raw)).toBe(text);
});
