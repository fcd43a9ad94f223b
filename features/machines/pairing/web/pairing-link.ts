import type { PairingInfo, PairingJoin, PairingNetwork, PairingStatus } from '#kit/protocol/pairing.ts';

/** A machine within reach that has no network yet, whichever way the page speaks with it. */
export interface PairingLink {
  info: PairingInfo;
  networks(): Promise<PairingNetwork[]>;
  join(join: PairingJoin): Promise<void>;
  /** until closed */
  onStatus(handler: (status: PairingStatus) => void): void;
  close(): void;
}
