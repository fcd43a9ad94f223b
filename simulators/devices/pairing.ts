import type { PairingInfo, PairingJoin, PairingNetwork, PairingStatus } from '#kit/protocol/pairing.ts';
import type { Timers } from './timers.ts';

/** A WiFi that machines in a simulated room can hear. */
export interface Wifi {
  ssid: string;
  /** undefined: open to everybody */
  password: string | undefined;
  dbm: number;
}

export interface PairingModeOptions {
  info: PairingInfo;
  air: readonly Wifi[];
  timers: Timers;
  /** The WiFi let the machine in: connect to the server, and say hello with the token. */
  onJoined(join: Pick<PairingJoin, 'server'> & { token: string | undefined }): void;
  /** whether the server has welcomed it */
  isConnected(): boolean;
}

/** A machine whose own page was used instead of ours has no token to give back. */
export type JoinRequest = Omit<PairingJoin, 'token'> & { token?: string };

const scanMs = 600;
const joinMs = 1500;
const serverPollMs = 250;
const serverWithinMs = 30_000;

/** A machine that has no network and waits to be told one, over whichever way it is reached. */
export class PairingMode {
  readonly #options: PairingModeOptions;
  readonly #listeners = new Set<(status: PairingStatus) => void>();
  #status: PairingStatus = { state: 'idle' };

  constructor(options: PairingModeOptions) {
    this.#options = options;
  }

  get info(): PairingInfo {
    return this.#options.info;
  }

  get status(): PairingStatus {
    return this.#status;
  }

  async networks(): Promise<PairingNetwork[]> {
    await this.#wait(scanMs);
    return this.#options.air.map(({ ssid, password, dbm }) => ({
      ssid,
      dbm,
      locked: password !== undefined,
    }));
  }

  /** Listens until called off; hears the state it is in at once. */
  onStatus(listener: (status: PairingStatus) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#status);
    return () => this.#listeners.delete(listener);
  }

  /** False while another attempt is under way or after one succeeded; how it goes is told by the status. */
  join(request: JoinRequest): boolean {
    if (this.#status.state !== 'idle' && this.#status.state !== 'failed') return false;
    this.#become({ state: 'joining' });
    void this.#attempt(request);
    return true;
  }

  async #attempt({ ssid, password, server, token }: JoinRequest): Promise<void> {
    await this.#wait(joinMs);
    const wifi = this.#options.air.find((candidate) => candidate.ssid === ssid);
    if (!wifi) return this.#become({ state: 'failed', reason: 'notFound' });
    if (wifi.password !== undefined && wifi.password !== password)
      return this.#become({ state: 'failed', reason: 'password' });
    this.#become({ state: 'joined' });
    this.#options.onJoined({ server, token });
    for (let waitedMs = 0; !this.#options.isConnected(); waitedMs += serverPollMs) {
      if (waitedMs >= serverWithinMs) return this.#become({ state: 'failed', reason: 'noServer' });
      await this.#wait(serverPollMs);
    }
    this.#become({ state: 'connected' });
  }

  #become(status: PairingStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((done) => this.#options.timers.after(ms, done));
  }
}
