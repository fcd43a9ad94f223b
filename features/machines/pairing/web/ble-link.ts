import {
  type BleCharacteristic,
  bleCharacteristics,
  bleNamePrefix,
  bleService,
  framesOf,
  pairingInfo,
  pairingNetworks,
  pairingStatus,
} from '#kit/protocol/pairing.ts';
import type { PairingLink } from './pairing-link.ts';

/** The parts of Web Bluetooth we use; browsers have it, TypeScript's library does not. */
interface Characteristic extends EventTarget {
  readonly value?: DataView;
  readValue(): Promise<DataView>;
  writeValueWithResponse(value: BufferSource): Promise<void>;
  startNotifications(): Promise<Characteristic>;
}
interface BluetoothDevice {
  readonly name?: string;
  readonly gatt: {
    connect(): Promise<{
      getPrimaryService(uuid: string): Promise<{ getCharacteristic(uuid: string): Promise<Characteristic> }>;
    }>;
    disconnect(): void;
  };
}
interface Bluetooth {
  requestDevice(options: {
    filters: { namePrefix?: string; services?: string[] }[];
    optionalServices?: string[];
  }): Promise<BluetoothDevice>;
}

const bluetooth = () => (navigator as Navigator & { bluetooth?: Bluetooth }).bluetooth;
export const hasBluetooth = () => bluetooth() !== undefined;

const jsonOf = (view: DataView): unknown => JSON.parse(new TextDecoder().decode(view));

/** The browser itself lets the person choose the machine. */
export async function connectBle(): Promise<PairingLink> {
  const found = await bluetooth()?.requestDevice({
    filters: [{ namePrefix: bleNamePrefix, services: [bleService] }],
  });
  if (!found) throw new DOMException('', 'NotSupportedError');
  const service = await (await found.gatt.connect()).getPrimaryService(bleService);
  const characteristic = (name: BleCharacteristic) => service.getCharacteristic(bleCharacteristics[name]);
  const read = async (name: BleCharacteristic) => jsonOf(await (await characteristic(name)).readValue());
  const info = pairingInfo.parse(await read('info'));
  const status = await (await characteristic('status')).startNotifications();
  const stopped = new AbortController();
  return {
    info,
    networks: async () => pairingNetworks.parse(await read('networks')),
    async join(join) {
      const target = await characteristic('join');
      for (const frame of framesOf(JSON.stringify(join))) await target.writeValueWithResponse(frame);
    },
    onStatus(handler) {
      const tell = () => {
        const parsed = status.value && pairingStatus.safeParse(jsonOf(status.value));
        if (parsed?.success) handler(parsed.data);
      };
      status.addEventListener('characteristicvaluechanged', tell, { signal: stopped.signal });
    },
    close() {
      stopped.abort();
      found.gatt.disconnect();
    },
  };
}
