/** A device in a box: what its users see. See index.ts `startVirtualDevice`. */
export interface VirtualDeviceOptions {
  /** Default emulator-5554. */
  serial?: string;
  /** Default "15". */
  androidVersion?: AndroidVersion;
  /** Misbehaviour switched on from the start. */
  faults?: FaultName[];
  /** Model the idle waits and animations of a real device. Default false: answer at once. */
  realTime?: boolean;
  /** A frozen clock (epoch milliseconds); default the host's clock. */
  now?: () => number;
  seed?: number;
  /** Also listen as adbd, so that a real adb server can connect; a number is the port wanted. Default false. */
  adbd?: boolean | number;
}

export type AndroidVersion = "10" | "13" | "15" | "16";

export interface VirtualDevice {
  serial: string;
  /** The host endpoint: set ADB_SERVER_SOCKET to it. `tcp:127.0.0.1:PORT` */
  adbServerSocket: string;
  /** The adbd endpoint's port, when asked for. */
  adbdPort: number | null;
  setFault(name: FaultName, on: boolean): void;
  /** Everything the device is, to go back to in milliseconds. */
  snapshot(): DeviceSnapshot;
  restore(snapshot: DeviceSnapshot): void;
  /** Every service opened so far ("shell:...", "sync:"), oldest first: what a client really asked. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** Opaque: only `restore` reads it. */
export type DeviceSnapshot = { readonly snapshot: unique symbol } & object;

/** Kept in faults.ts as one table with descriptions. */
export type FaultName = string;
