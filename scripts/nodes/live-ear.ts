import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

interface Word {
  type: string;
  event?: string;
  data?: Record<string, unknown>;
}

/** A page's socket to one server: what it was told, and how it ended. */
export class LiveEar {
  readonly #socket: WebSocket;
  readonly #heard: Word[] = [];
  #closeCode: number | undefined;

  constructor(base: string, token: string) {
    const address = new URL('/api/blade-websocket/message', base.replace(/^http/, 'ws'));
    this.#socket = new WebSocket(address);
    this.#socket.on('open', () => this.#socket.send(JSON.stringify({ type: 'hello', token })));
    this.#socket.on('message', (text) => this.#heard.push(JSON.parse(String(text)) as Word));
    this.#socket.on('close', (code) => {
      this.#closeCode = code;
    });
    this.#socket.on('error', () => undefined);
  }

  /** False when it was not told in time. */
  hears = (name: string, id: string): Promise<boolean> =>
    this.#until(() => this.#heard.some(({ event, data }) => event === name && data?.id === id));

  isReady = (): Promise<boolean> => this.#until(() => this.#heard.some(({ type }) => type === 'ready'));

  /** The code with which the server ended it; undefined while it is open. */
  async closedWith(): Promise<number | undefined> {
    await this.#until(() => this.#closeCode !== undefined);
    return this.#closeCode;
  }

  /** What was told before is no proof of what comes. */
  forget(): void {
    this.#heard.length = 0;
  }

  async close(): Promise<void> {
    if (this.#closeCode !== undefined) return;
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  async #until(condition: () => boolean): Promise<boolean> {
    for (let look = 0; look < looks; look++) {
      if (condition()) return true;
      await sleep(lookEveryMs);
    }
    return false;
  }
}

const lookEveryMs = 20;
/** far more than it takes, and less than the half minute after which a server looks by itself */
const looks = 500;
