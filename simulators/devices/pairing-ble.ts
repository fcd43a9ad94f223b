import {
  type BleCharacteristic,
  bleFrameBytes,
  bleNamePrefix,
  frameCollector,
  pairingJoin,
} from '#kit/protocol/pairing.ts';
import type { PairingMode } from './pairing.ts';

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** The Bluetooth side of a machine in pairing mode: a GATT server with the four characteristics. */
export class BlePeripheral {
  readonly name: string;
  readonly #mode: PairingMode;
  readonly #collect = frameCollector();
  readonly #notifications: Uint8Array[] = [];

  constructor(mode: PairingMode) {
    this.#mode = mode;
    this.name = `${bleNamePrefix}${mode.info.code}`;
    mode.onStatus((status) => this.#notifications.push(bytesOf(status)));
  }

  async read(characteristic: BleCharacteristic): Promise<Uint8Array> {
    if (characteristic === 'info') return bytesOf(this.#mode.info);
    if (characteristic === 'networks') return bytesOf(await this.#mode.networks());
    if (characteristic === 'status') return bytesOf(this.#mode.status);
    throw new Error(`${characteristic} can not be read`);
  }

  /** False when the frame or what the frames come to is not of the protocol. */
  write(frame: Uint8Array): boolean {
    if (frame.byteLength > bleFrameBytes) return false;
    const text = this.#collect(frame);
    if (text === undefined) return true;
    try {
      return this.#mode.join(pairingJoin.parse(JSON.parse(text)));
    } catch {
      return false;
    }
  }

  /** Notifications of `status` from a number on; the next number is that plus how many there are. */
  notificationsSince(number: number): Uint8Array[] {
    return this.#notifications.slice(number);
  }
}
