import { bleCharacteristics } from '#kit/protocol/pairing.ts';

/**
 * A browser module that plays Web Bluetooth against the simulated machines: `install(name)` makes
 * `navigator.bluetooth.requestDevice` find the machine of that name, as if the person had picked it.
 */
export const bluetoothScript = (radioUrl: string): string => `
const radio = ${JSON.stringify(radioUrl)};
const names = ${JSON.stringify(Object.fromEntries(Object.entries(bleCharacteristics).map(([name, uuid]) => [uuid, name])))};
const pollMs = 300;

class Characteristic extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.value = undefined;
  }
  async readValue() {
    const answer = await fetch(this.address);
    if (!answer.ok) throw new DOMException('GATT operation failed', 'NetworkError');
    this.value = new DataView(await answer.arrayBuffer());
    return this.value;
  }
  async writeValueWithResponse(value) {
    const answer = await fetch(this.address, { method: 'POST', body: value });
    if (!answer.ok) throw new DOMException('GATT operation failed', 'NetworkError');
  }
  async startNotifications() {
    let next = 0;
    const poll = async () => {
      try {
        const answer = await fetch(this.address + '/notifications?since=' + next);
        for (const text of await answer.json()) {
          next++;
          this.value = new DataView(new TextEncoder().encode(text).buffer);
          this.dispatchEvent(new Event('characteristicvaluechanged'));
        }
      } catch {
        // out of reach for a moment
      }
      if (!this.stopped) this.timer = setTimeout(poll, pollMs);
    };
    void poll();
    return this;
  }
  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}

export function install(name) {
  const opened = [];
  const service = {
    getCharacteristic: async (uuid) => {
      const known = names[uuid];
      if (!known) throw new DOMException('No Characteristics matching UUID', 'NotFoundError');
      const characteristic = new Characteristic(radio + '/ble/' + encodeURIComponent(name) + '/' + known);
      opened.push(characteristic);
      return characteristic;
    },
  };
  const gatt = {
    connect: async () => ({ getPrimaryService: async () => service }),
    disconnect: () => opened.splice(0).forEach((characteristic) => characteristic.stop()),
  };
  Object.defineProperty(navigator, 'bluetooth', {
    configurable: true,
    value: { requestDevice: async () => ({ name, gatt }) },
  });
}
`;
