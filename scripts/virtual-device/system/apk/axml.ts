/**
 * Android's binary XML, as in an APK's manifest. Layout: frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h
 */
export type AttributeValue = string | number | boolean | { reference: number };

export interface XmlElement {
  name: string;
  attributes: Record<string, AttributeValue>;
  children: XmlElement[];
}

const STRING_POOL = 0x0001;
const XML = 0x0003;
const START_NAMESPACE = 0x0100;
const END_NAMESPACE = 0x0101;
const START_ELEMENT = 0x0102;
const END_ELEMENT = 0x0103;
const RESOURCE_MAP = 0x0180;
const UTF8_FLAG = 0x100;
const NONE = 0xffffffff;
const ANDROID = "http://schemas.android.com/apk/res/android";

/** The framework attributes a manifest reader needs, by resource id. */
const ATTRIBUTES: Record<string, number> = {
  label: 0x01010001,
  name: 0x01010003,
  debuggable: 0x0101000f,
  exported: 0x01010010,
  scheme: 0x01010027,
  host: 0x01010028,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  testOnly: 0x01010272,
  targetActivity: 0x01010202,
  split: 0x01010579,
};
const NAME_OF = new Map(Object.entries(ATTRIBUTES).map(([name, id]) => [id, name]));

function readStrings(view: DataView, at: number): string[] {
  const count = view.getUint32(at + 8, true);
  const utf8 = (view.getUint32(at + 16, true) & UTF8_FLAG) !== 0;
  const start = at + view.getUint32(at + 20, true);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const strings: string[] = [];
  for (let index = 0; index < count; index++) {
    let from = start + view.getUint32(at + 28 + 4 * index, true);
    if (utf8) {
      from += (view.getUint8(from) & 0x80) !== 0 ? 2 : 1;
      let length = view.getUint8(from++);
      if (length & 0x80) length = ((length & 0x7f) << 8) | view.getUint8(from++);
      strings.push(new TextDecoder().decode(bytes.subarray(from, from + length)));
    } else {
      let length = view.getUint16(from, true);
      from += 2;
      if (length & 0x8000) {
        length = ((length & 0x7fff) << 16) | view.getUint16(from, true);
        from += 2;
      }
      strings.push(new TextDecoder("utf-16le").decode(bytes.subarray(from, from + 2 * length)));
    }
  }
  return strings;
}

function readValue(view: DataView, at: number, strings: string[]): AttributeValue {
  const raw = view.getUint32(at + 8, true);
  const type = view.getUint8(at + 15);
  const data = view.getUint32(at + 16, true);
  if (type === 0x03) return strings[data] ?? "";
  if (type === 0x12) return data !== 0;
  if (type === 0x01) return { reference: data };
  if (type === 0x10 || type === 0x11) return data | 0;
  return raw === NONE ? data : (strings[raw] ?? "");
}

/** Decodes a binary XML document into its root element. Throws Error or RangeError on anything else. */
export function decodeAxml(bytes: Uint8Array): XmlElement {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0, true) !== XML) throw new Error("not a binary XML document");
  let strings: string[] = [];
  let resources: number[] = [];
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const stack = [root];
  let at = view.getUint16(2, true);
  while (at + 8 <= bytes.length) {
    const type = view.getUint16(at, true);
    const size = view.getUint32(at + 4, true);
    if (size < 8) throw new Error("broken chunk");
    if (type === STRING_POOL) strings = readStrings(view, at);
    else if (type === RESOURCE_MAP) {
      resources = Array.from({ length: (size - 8) / 4 }, (_, i) => view.getUint32(at + 8 + 4 * i, true));
    } else if (type === START_ELEMENT) {
      const body = at + view.getUint16(at + 2, true);
      const element: XmlElement = {
        name: strings[view.getUint32(body + 4, true)] ?? "",
        attributes: {},
        children: [],
      };
      let attribute = body + view.getUint16(body + 8, true);
      const step = view.getUint16(body + 10, true);
      for (let left = view.getUint16(body + 12, true); left > 0; left--, attribute += step) {
        const index = view.getUint32(attribute + 4, true);
        const name = NAME_OF.get(resources[index] ?? -1) ?? strings[index] ?? "";
        element.attributes[name] = readValue(view, attribute, strings);
      }
      stack[stack.length - 1]?.children.push(element);
      stack.push(element);
    } else if (type === END_ELEMENT) stack.pop();
    at += size;
  }
  const first = root.children[0];
  if (!first) throw new Error("binary XML without an element");
  return first;
}

/** Encodes an element tree; attributes other than `package` get Android's namespace. */
export function encodeAxml(root: XmlElement): Uint8Array {
  const strings: string[] = [];
  const resources: number[] = [];
  const index = new Map<string, number>();
  const intern = (text: string): number => {
    const known = index.get(text);
    if (known !== undefined) return known;
    index.set(text, strings.length);
    return strings.push(text) - 1;
  };
  const each = (element: XmlElement, visit: (element: XmlElement) => void): void => {
    visit(element);
    for (const child of element.children) each(child, visit);
  };
  each(root, (element) => {
    for (const name of Object.keys(element.attributes)) {
      const id = ATTRIBUTES[name];
      if (id !== undefined && !index.has(name)) {
        intern(name);
        resources.push(id);
      }
    }
  });
  const android = intern(ANDROID);
  const prefix = intern("android");
  const chunks: number[][] = [];
  const node = (type: number, words: number[]): void => {
    chunks.push([type | (16 << 16), 16 + 4 * words.length, 1, NONE, ...words]);
  };
  const value = (item: AttributeValue): [number, number, number] => {
    if (typeof item === "string") return [intern(item), 0x03, intern(item)];
    if (typeof item === "boolean") return [NONE, 0x12, item ? NONE : 0];
    if (typeof item === "number") return [NONE, 0x10, item >>> 0];
    return [NONE, 0x01, item.reference];
  };
  const emit = (element: XmlElement): void => {
    const attributes = Object.entries(element.attributes).flatMap(([name, item]) => {
      const [raw, type, data] = value(item);
      return [name in ATTRIBUTES ? android : NONE, intern(name), raw, (type << 24) | 8, data];
    });
    const count = attributes.length / 5;
    node(START_ELEMENT, [NONE, intern(element.name), 0x00140014, count, 0, ...attributes]);
    for (const child of element.children) emit(child);
    node(END_ELEMENT, [NONE, intern(element.name)]);
  };
  node(START_NAMESPACE, [prefix, android]);
  emit(root);
  node(END_NAMESPACE, [prefix, android]);

  const encoded = strings.map((text) => {
    const units = Buffer.from(text, "utf16le");
    const length = Buffer.alloc(2);
    length.writeUInt16LE(text.length);
    return Buffer.concat([length, units, Buffer.alloc(2)]);
  });
  const pool = Buffer.concat(encoded);
  const padding = (4 - (pool.length % 4)) % 4;
  const starts: number[] = [];
  let offset = 0;
  for (const item of encoded) {
    starts.push(offset);
    offset += item.length;
  }
  const poolHeader = 28 + 4 * strings.length;
  const words = [
    ...[STRING_POOL | (28 << 16), poolHeader + pool.length + padding, strings.length, 0, 0, poolHeader, 0],
    ...starts,
  ];
  const map = [RESOURCE_MAP | (8 << 16), 8 + 4 * resources.length, ...resources];
  const pack = (items: number[]): Buffer => Buffer.from(Uint32Array.from(items, (item) => item >>> 0).buffer);
  const body = Buffer.concat([pack(words), pool, Buffer.alloc(padding), pack([...map, ...chunks.flat()])]);
  return new Uint8Array(Buffer.concat([pack([XML | (8 << 16), 8 + body.length]), body]));
}
