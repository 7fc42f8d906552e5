/** The transport that an adb server speaks to a device: packages/modules/adb/protocol.txt. */
export const CNXN = 0x4e584e43;
export const OPEN = 0x4e45504f;
export const OKAY = 0x59414b4f;
export const WRTE = 0x45545257;
export const CLSE = 0x45534c43;
export const AUTH = 0x48545541;
/** Data checksums may be left out from this version on. */
export const VERSION = 0x01000001;
export const MAX_PAYLOAD = 1 << 20;
export const HEADER = 24;

/** One message, in either direction. */
export interface Message {
  command: number;
  arg0: number;
  arg1: number;
  data: Uint8Array;
}

/** 24 bytes of header, little endian, and the data. */
export function encodeMessage({ command, arg0, arg1, data }: Message): Uint8Array {
  const bytes = new Uint8Array(HEADER + data.length);
  const view = new DataView(bytes.buffer);
  [command, arg0, arg1, data.length, 0, (command ^ 0xffffffff) >>> 0].forEach((word, index) => {
    view.setUint32(4 * index, word, true);
  });
  bytes.set(data, HEADER);
  return bytes;
}
