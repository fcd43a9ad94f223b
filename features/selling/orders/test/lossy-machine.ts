import type { TestDevice } from '#features/machines/devices/test/test-device.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import type { Lane } from './lossy-world.ts';

interface Entry {
  state: 'accepted' | 'done' | 'failed';
  asked: number;
  counted: number;
  reason?: 'jam' | 'interrupted' | 'expired' | 'busy';
}

const workMs = 6 * secondMs;
const signOfLifeMs = minuteMs;
const meanAwakeMs = 5 * minuteMs;

/**
 * A machine that counts what it lets out (coins, plays, goods of a lane) and writes into its journal before it turns and
 * after every piece, as docs/device-protocol.md wants; its mail gets lost, and its power goes.
 */
export class LossyMachine {
  readonly device: TestDevice;
  readonly journal = new Map<string, Entry>();
  readonly #lane: Lane;
  readonly #now: () => Date;
  readonly #name: string;
  #boot = 0;
  #said = 0;
  #told = 0;
  #isOn = true;
  #working: string | undefined;

  constructor(device: TestDevice, name: string, lane: Lane, now: () => Date) {
    this.device = device;
    this.#name = name;
    this.#lane = lane;
    this.#now = now;
  }

  /** pieces that fell, all together */
  get dispensed(): number {
    return [...this.journal.values()].reduce((sum, { counted }) => sum + counted, 0);
  }

  async start(): Promise<void> {
    this.#boot += 1;
    this.#isOn = true;
    const boot = this.#boot;
    const chance = this.#lane.chanceOf(`${this.#name} boot ${boot}`);
    this.#hello(0);
    this.#lane.after(Math.ceil(chance.exponential(meanAwakeMs)), `${this.#name} power ${boot}`, async () => {
      this.#losePower();
      this.#lane.after(chance.int(2, 40) * secondMs, `${this.#name} start ${boot + 1}`, () => this.start());
    });
  }

  /** The broker tells when a line breaks; hello is said until it has arrived. */
  #hello(tries: number): void {
    const boot = this.#boot;
    const name = `${this.#name} hello ${boot} ${tries}`;
    const again = this.#lane.chanceOf(name).chance(0.2);
    this.#lane.after(200, name, async () => {
      if (boot !== this.#boot || !this.#isOn) return;
      if (again) return this.#hello(tries + 1);
      try {
        await this.device.say('hello', this.device.hello(this.#session(), { boot }));
      } catch (error) {
        // the server was killed over it: nobody took it
        this.#hello(tries + 1);
        throw error;
      }
      this.#beat(boot, 0);
    });
  }

  /**
   * Without it the server's own clock would decide who is away, at a moment that no seed knows. Not a heartbeat: the server
   * takes its time over those, and time runs faster here than there.
   */
  #beat(boot: number, beats: number): void {
    this.#lane.after(signOfLifeMs, `${this.#name} beat ${boot} ${beats}`, async () => {
      if (boot !== this.#boot || !this.#isOn) return;
      this.#told += 1;
      this.#beat(boot, beats + 1);
      await this.device.say('telemetry', this.device.telemetry(this.#told));
    });
  }

  #session = () => `${this.#name} ${this.#boot}`;

  #losePower(): void {
    const session = this.#session();
    this.#isOn = false;
    const entry = this.#working && this.journal.get(this.#working);
    if (entry) Object.assign(entry, { state: 'failed', reason: 'interrupted' });
    this.#working = undefined;
    this.#lane.after(secondMs, `${session} gone`, () =>
      this.device.say('offline', { session, reason: 'lost' }),
    );
  }

  async hear(message: DownMessage<'command'>): Promise<void> {
    if (!this.#isOn) return;
    const { id, parameters, expiresAt } = message;
    const known = this.journal.get(id);
    if (known) {
      const { state, asked, counted, reason } = known;
      return this.#tell(id, {
        state: 'repeat',
        journal: state,
        ...(state !== 'accepted' && { asked, counted, ...(reason && { reason }) }),
      });
    }
    const asked = Number(parameters.amount);
    const isExpired = this.#now().toISOString() > expiresAt;
    if (isExpired || this.#working) {
      // what was refused stays refused: the same message may come again when the machine is free
      const refused: Entry = {
        state: 'failed',
        asked,
        counted: 0,
        reason: isExpired ? 'expired' : 'busy',
      };
      this.journal.set(id, refused);
      return this.#tell(id, refused);
    }
    this.journal.set(id, { state: 'accepted', asked, counted: 0 });
    this.#working = id;
    this.#tell(id, { state: 'accepted' });
    this.#turn(id);
  }

  /** A piece after the other; now and then one is stuck. */
  #turn(id: string): void {
    const boot = this.#boot;
    const entry = this.journal.get(id) as Entry;
    const chance = this.#lane.chanceOf(`${this.#name} coin ${this.journal.size} ${entry.counted}`);
    this.#lane.after(
      workMs / entry.asked,
      `${this.#name} turn ${this.journal.size} ${entry.counted}`,
      async () => {
        if (boot !== this.#boot || !this.#isOn) return;
        if (chance.chance(0.03)) Object.assign(entry, { state: 'failed', reason: 'jam' });
        else entry.counted += 1;
        if (entry.counted === entry.asked) entry.state = 'done';
        if (entry.state === 'accepted') return this.#turn(id);
        this.#working = undefined;
        const { state, asked, counted, reason } = entry;
        this.#tell(id, { state, asked, counted, ...(reason && { reason }) });
      },
    );
  }

  async answer({ query, ids }: DownMessage<'journal'>): Promise<void> {
    if (!this.#isOn) return;
    const entries = ids.map((id) => {
      const entry = this.journal.get(id);
      if (!entry) return { id, state: 'notExecuted' as const };
      const { state, asked, counted, reason } = entry;
      return { id, state, ...(state !== 'accepted' && { asked, counted, ...(reason && { reason }) }) };
    });
    this.#send('journal', { query, entries });
  }

  #tell(id: string, result: Omit<UpMessage<'result'>, 'id' | 'at'>): void {
    this.#send('result', { id, at: this.#now().toISOString(), ...result });
  }

  #send<K extends 'result' | 'journal'>(kind: K, message: UpMessage<K>): void {
    this.#said += 1;
    this.#lane.send(`${this.#name} says ${this.#said}`, () => this.device.say(kind, message));
  }
}
