import { consume, signal } from '#kit/protocol/types/groups.ts';
import { coinPulses, countPulses, sendCoins } from './coin-line.ts';
import type { Outcome } from './journal-entry.ts';
import { done, failed, Machine, type Parameters, type Run } from './machine.ts';

/** Walks away between two coins, and between two plays. */
const thinkMs = 1500;

/** A game that starts when enough coins came over its coin line, in cash or by command. */
export abstract class CoinGame extends Machine {
  /** One play that was paid for. */
  protected abstract play(): Promise<void>;

  protected coinsTaken(_coins: number): void {}

  override refuses(command: string, parameters: Parameters) {
    const reason = super.refuses(command, parameters);
    // coins may come while somebody plays
    return command === 'credit' && reason === 'busy' ? undefined : reason;
  }

  override async execute(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command !== 'credit') return super.execute(command, parameters, run);
    const outcome = await this.#credit(parameters, run);
    this.background(this.#playAll());
    return outcome;
  }

  async #credit(parameters: Parameters, run: Run): Promise<Outcome> {
    const { telemetry, power, wear } = this.parts;
    const asked = Number(parameters.amount);
    let counted = 0;
    await sendCoins(asked, this.consume, this.signal, power, async () => {
      if (this.hasFault('coinJam') || this.jams(wear.jamPerPiece / 10)) return this.break('coinJam');
      counted++;
      this.#take(1);
      telemetry.count(parameters.source === 'remote' ? 'remoteCoins' : 'onlineCoins');
      await run.progress(counted);
    });
    if (counted < asked) this.end('stuck', asked - counted);
    return counted < asked ? failed('jam', run, counted) : done(run, counted);
  }

  /** Somebody plays a few times with coins from the pocket. */
  override async visit(): Promise<void> {
    const { random } = this.parts;
    // nobody pays where somebody else plays
    if (this.busy) return;
    for (let plays = random.int(1, 6); plays > 0 && !this.stopped && !this.keptFree; plays--) {
      await this.insertCoins(this.consume.coinsPerPlay);
      await this.#playAll();
      await this.sleep(thinkMs);
    }
  }

  override async feed(): Promise<void> {
    await this.insertCoins(1);
    await this.#playAll();
  }

  /** Coins through the slot, as pulses on the line. */
  async insertCoins(coins: number): Promise<void> {
    const { telemetry, random, wear } = this.parts;
    if (!this.consume.acceptCoins || this.stopped) return;
    const line = coinPulses(coins, this.consume, this.signal, random);
    for (const { ms } of line) await this.sleep(ms);
    const counted = Math.floor(countPulses(line, this.signal) / this.consume.pulsesPerCoin);
    if (counted === 0) return;
    this.#take(counted);
    telemetry.count('cashCoins', counted);
    telemetry.log({ kind: 'coin', amount: counted });
    if (this.jams(wear.jamPerPiece * coins)) this.break('coinJam');
  }

  protected get consume() {
    return this.group('consume', consume);
  }

  protected get signal() {
    return this.group('signal', signal);
  }

  #take(coins: number): void {
    this.parts.telemetry.count('coinsIn', coins);
    this.setInner('credit', this.inner('credit') + coins);
    this.coinsTaken(coins);
  }

  async #playAll(): Promise<void> {
    const { coinsPerPlay } = this.consume;
    while (!this.busy && !this.stopped && this.inner('credit') >= coinsPerPlay) {
      this.setInner('credit', this.inner('credit') - coinsPerPlay);
      await this.occupied(() => this.play());
    }
  }
}
