import { exchange } from '#kit/protocol/types/exchange.ts';
import { noteSwitch, notes } from '#kit/protocol/types/groups.ts';
import type { Outcome } from './journal-entry.ts';
import { type Contents, done, failed, Machine, type Parameters, type Run } from './machine.ts';
import { acceptedNote, noteFromPocket, worksAt } from './note-acceptor.ts';

const coinMs = 125;
const readNoteMs = 2500;
const shownNoteYuan = 10;
/** an obstacle that a motor running backwards for a moment shakes loose */
const shakenLoose = 0.5;

type Stop = 'full' | 'jam' | 'empty' | 'timeout';

/** One to three hoppers of coins, paid for by notes or from afar. */
export class Exchange extends Machine {
  override load(): void {
    const { memory, random } = this.parts;
    if (memory.hoppers.length > 0) return;
    memory.hoppers = this.#settings.hoppers
      .filter(({ enabled }) => enabled)
      .map(({ hopper, capacity }) => ({ hopper, coins: random.int(capacity / 2, capacity) }));
  }

  override refill(): void {
    const { memory, telemetry } = this.parts;
    for (const { hopper, enabled, capacity } of this.#settings.hoppers) {
      if (!enabled) continue;
      const known = memory.hoppers.find((entry) => entry.hopper === hopper);
      telemetry.count('coinsLoaded', capacity - (known?.coins ?? 0));
      if (known) known.coins = Math.max(known.coins, capacity);
      else memory.hoppers.push({ hopper, coins: capacity });
    }
    this.#watchStock();
  }

  override empty(): void {
    const { memory } = this.parts;
    for (const entry of memory.hoppers) entry.coins = 0;
    this.#watchStock();
  }

  override get contents(): Contents {
    return { pieces: this.parts.memory.hoppers.reduce((sum, { coins }) => sum + coins, 0), lanes: [] };
  }

  override get low(): boolean {
    return this.hasFault('hopperLow') || this.hasFault('hopperEmpty');
  }

  override mend(code: string): void {
    super.mend(code);
    if (code === 'noteBoxFull') this.setInner('boxYuan', 0);
    if (code === 'hopperEmpty' || code === 'hopperLow') this.refill();
  }

  protected override async run(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    const hopper = this.parts.memory.hoppers.find((entry) => entry.hopper === parameters.hopper);
    if (command === 'dispense') return this.#dispenseFor(parameters, run);
    if (!hopper) return failed('badParameters', run, 0);
    if (command === 'setHopper') {
      this.parts.telemetry.count('coinsLoaded', Number(parameters.coins) - hopper.coins);
      hopper.coins = Number(parameters.coins);
      this.#watchStock();
      return done(run);
    }
    const coins = hopper.coins;
    // counting runs the coins through the sensor and back into the hopper; emptying into the bag below
    for (let counted = 1; counted <= coins; counted++) {
      await this.sleep(coinMs);
      if (command === 'emptyHopper') hopper.coins--;
      await run.progress(counted);
    }
    this.#watchStock();
    return done(run, coins);
  }

  /** Somebody changes a note. */
  override async visit(): Promise<void> {
    await this.#changeNote(noteFromPocket(this.parts.random));
  }

  override async feed(): Promise<void> {
    await this.#changeNote(shownNoteYuan);
  }

  async #changeNote(yuan: number): Promise<void> {
    const { telemetry, random, wear, now } = this.parts;
    if (this.stopped || this.busy || !worksAt(this.group('noteSwitch', noteSwitch), now())) return;
    const settings = this.group('notes', notes);
    await this.occupied(async () => {
      await this.move('readNote', readNoteMs);
      const note = acceptedNote(settings, yuan);
      if (!note || this.hasFault('noteJam') || this.hasFault('noteBoxFull')) return;
      if (random.chance(wear.jamPerPiece)) return this.break('noteJam');
      telemetry.count('notes');
      telemetry.count('notesYuan', yuan);
      telemetry.log({ kind: 'note', amount: yuan });
      this.setInner('boxYuan', this.inner('boxYuan') + yuan);
      if (this.inner('boxYuan') >= settings.boxAlarmYuan) this.break('noteBoxFull');
      const { counted } = await this.#dispense(
        yuan * this.#settings.coinsPerYuan + note.bonusCoins,
        async () => {},
      );
      telemetry.log({ kind: 'dispense', amount: counted });
    });
  }

  async #dispenseFor(parameters: Parameters, run: Run): Promise<Outcome> {
    const { telemetry } = this.parts;
    const asked = Number(parameters.amount);
    if (asked > this.#settings.maxPerDispense) return failed('badParameters', run, 0);
    const { ending, counted } = await this.#dispense(asked, async (given) => {
      telemetry.count(parameters.source === 'remote' ? 'remoteCoins' : 'onlineCoins');
      await run.progress(given);
    });
    telemetry.log({ kind: 'dispense', amount: counted, commandId: run.id });
    return ending === 'full' ? done(run, counted) : failed(ending, run, counted);
  }

  /** Coin by coin past the sensor, from one hopper after the other, until it is done or can not go on. */
  async #dispense(asked: number, onCoin: (given: number) => Promise<void>) {
    const { telemetry, random, wear } = this.parts;
    const end = (ending: Stop, counted: number) => {
      this.#watchStock();
      this.end(ending === 'full' ? 'given' : 'stuck', counted);
      return { ending, counted };
    };
    for (let counted = 0; counted < asked; ) {
      const hopper = this.#nextHopper();
      if (!hopper) return end('empty', counted);
      await this.move('coin', coinMs, { count: counted });
      // shown to somebody it sticks halfway, so that a part has come out
      const isShown = counted >= Math.floor(asked / 2) && this.isFated('jam');
      if (isShown || (random.chance(wear.jamPerPiece) && !random.chance(shakenLoose))) {
        await this.sleep(this.#settings.coinTimeoutMs);
        this.break('hopperJam');
        return end('jam', counted);
      }
      // the motor turns, and nothing passes the sensor for as long as the settings allow
      if (random.chance(wear.unseenPerPiece / 10)) {
        await this.sleep(this.#settings.coinTimeoutMs);
        return end('timeout', counted);
      }
      hopper.coins--;
      counted++;
      telemetry.count('coinsOut');
      await onCoin(counted);
    }
    return end('full', asked);
  }

  #nextHopper() {
    const { hoppers } = this.parts.memory;
    const { hopperOrder, hoppers: settings } = this.#settings;
    const usable = hoppers.filter(
      ({ hopper, coins }) => coins > 0 && settings.some((entry) => entry.hopper === hopper && entry.enabled),
    );
    if (hopperOrder === 'inTurn') return usable[0];
    return usable.toSorted((one, other) => other.coins - one.coins)[0];
  }

  #watchStock(): void {
    const { memory, telemetry } = this.parts;
    const lowAt = (hopper: number) =>
      this.#settings.hoppers.find((entry) => entry.hopper === hopper)?.lowAt ?? 0;
    const total = memory.hoppers.reduce((sum, { coins }) => sum + coins, 0);
    const low = memory.hoppers.some(({ hopper, coins }) => coins < lowAt(hopper));
    if (total === 0 || (low && this.#settings.stopWhenLow)) telemetry.raiseFault('hopperEmpty');
    else telemetry.clearFault('hopperEmpty');
    if (low) telemetry.raiseFault('hopperLow');
    else telemetry.clearFault('hopperLow');
    telemetry.stockChanged();
  }

  get #settings() {
    return this.group('exchange', exchange);
  }
}
